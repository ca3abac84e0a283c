import { locale } from "../i18n.ts";
import { isolate } from "./isolate.ts";

/** Makes an Intl object once for a locale: they are slow to make and are wanted for every row. */
function once<T>(make: (locale: string) => T): () => T {
  let made: { readonly at: string; readonly it: T } | undefined;
  return () => {
    const at = locale();
    if (made?.at !== at) made = { at, it: make(at) };
    return made.it;
  };
}

const numbers = once((at) => new Intl.NumberFormat(at));
const regions = once((at) => new Intl.DisplayNames(at, { type: "region", fallback: "code" }));
const moments = once((at) => new Intl.DateTimeFormat(at, { dateStyle: "medium", timeStyle: "medium" }));
const lists = once((at) => new Intl.ListFormat(at, { type: "conjunction" }));
const spans = once((at) => new Intl.RelativeTimeFormat(at, { numeric: "auto" }));

export const formatNumber = (value: number): string => numbers().format(value);

/** A delay in milliseconds, with its unit. */
export const formatDelay = (delay: number): string => `${formatNumber(delay)}\u202fms`;

/** How far values lie from the usual one, in milliseconds. */
export const formatDeviation = (deviation: number): string => `±\u202f${formatDelay(Math.round(deviation))}`;

/** The name of a country by its two upper-case letters; other text is returned as it came. */
export const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions().of(code) ?? code) : code);

/** A moment, in ms since the epoch, as date and time: to the second, or two versions of the same minute would look the same. */
export const formatMoment = (at: number): string => moments().format(at);

const LISTED = 5;

/** Names one after the other, none reordered by its neighbours; of many the first few. */
export function formatNames(names: readonly string[]): string {
  const first = names.slice(0, LISTED).map(isolate);
  return lists().format(names.length > LISTED ? [...first, "…"] : first);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
];

/** How long ago a moment was, both in ms since the epoch. */
export function formatAgo(at: number, now: number): string {
  const gone = Math.max(0, now - at);
  const [unit, size] = STEPS.find(([, each]) => gone >= each) ?? (["second", 1_000] as const);
  return spans().format(-Math.floor(gone / size), unit);
}
