import type { Tag } from "../model/outbound.ts";
import { after, between, type Instant, ms } from "../model/units.ts";
import type { AddressLimit, MonitoringState, RunningTest } from "./state.ts";
import { change, log, type Turn, worked } from "./turn.ts";

/** X6.18: two members must hear 429 from an address within this time before it rests. */
const TOGETHER_MS = 60_000;
/** X6.18: how long an address rests that does not say so itself, and the least and most that it may say. */
const REST = { unset: 600_000, least: 60_000, most: 3_600_000 };

/** M19, X6.18: the place of the test address in use: the one that worked, or the next that does not rest, or the first. */
export function addressInUse({ settings, urlIndex, limits }: MonitoringState, now: Instant): number {
  const count = settings.urls.length;
  for (let i = 0; i < count; i++) {
    const address = (urlIndex + i) % count;
    if (!rests(limits[address], now)) return address;
  }
  return 0;
}

/** The test address in use. */
export const urlInUse = (state: MonitoringState, now: Instant): string =>
  state.settings.urls[addressInUse(state, now)] ?? "";

/**
 * X6.16: the address that a test goes on with after a 429: the next one that did not answer it so, those that rest last.
 *
 * @returns its place; null: none is left
 */
export function addressAfter(turn: Turn, { attempt, limitedBy }: RunningTest): number | null {
  const { settings, limits } = turn.state;
  const from = attempt?.address ?? 0;
  const others = settings.urls.map((_, i) => (from + 1 + i) % settings.urls.length);
  const left = others.filter((address) => address !== from && !limitedBy.includes(address));
  return left.find((address) => !rests(limits[address], turn.now)) ?? left[0] ?? null;
}

/**
 * X6.18: an address answered 429 through this member.
 *
 * @param retryAfterMs its `Retry-After`; null: it has none
 */
export function noteLimited(turn: Turn, tag: Tag, address: number, retryAfterMs: number | null): void {
  const { limits } = turn.state;
  const before = limits[address];
  const lately = Object.entries(before?.answeredAt ?? {}).filter(([, at]) => isWithin(turn, at, TOGETHER_MS));
  const answeredAt = { ...Object.fromEntries(lately), [tag]: turn.now };
  const rest = Math.min(REST.most, Math.max(REST.least, retryAfterMs ?? REST.unset));
  const begins = Object.keys(answeredAt).length > 1 && !rests(before, turn.now);
  const restsUntil = begins ? after(turn.now, ms(rest)) : (before?.restsUntil ?? null);
  change(turn, { limits: { ...limits, [address]: { answeredAt, restsUntil } } });
  if (begins) log(turn, `address ${turn.state.settings.urls[address]}: limits its rate, rests ${rest / 1_000} s`);
}

/** X6.17: whether one of these addresses gave another member the expected answer within the last `interval`. */
export function answeredAnother({ state, now }: Turn, tag: Tag, addresses: readonly number[]): boolean {
  return Object.entries(state.results).some(
    ([other, result]) =>
      other !== tag &&
      result.kind === "delay" &&
      worked(result) &&
      result.address !== undefined &&
      addresses.includes(result.address) &&
      between(result.endedAt, now) <= state.settings.interval,
  );
}

/** M19: whether some outbound's last result is a success of this run by this address. */
export const isProven = ({ results }: MonitoringState, address: number): boolean =>
  Object.values(results).some((result) => worked(result) && result.kind === "delay" && result.address === address);

const rests = (limit: AddressLimit | undefined, now: Instant): boolean =>
  limit !== undefined && limit.restsUntil !== null && limit.restsUntil > now;

const isWithin = ({ now }: Turn, at: Instant, time: number): boolean =>
  between(at, now) >= 0 && between(at, now) < time;
