import { BLOCK } from "../model/outbound.ts";
import { type Fields, isFields, isSet } from "./fields.ts";
import { effectOnOutbound, type Fault, type Faulty, mendOutbounds } from "./mend-outbounds.ts";
import { effectOnRoute, mendRoute } from "./mend-route.ts";
import { mendedOf, withoutItems } from "./mended.ts";
import { MOST_OUTBOUNDS } from "./read-outbounds.ts";
import type { Path } from "./reader.ts";
import type { TroubleEffect } from "./trouble.ts";

export interface Mending {
  readonly value: Fields;
  /** What became of what each fault is in, in their order. */
  readonly effects: readonly TroubleEffect[];
}

/**
 * A value in which what is refused blocks, or counts as unset where nothing is routed by it. Nothing in it becomes wider
 * than it was, and nothing goes directly that did not (B20).
 *
 * @returns null: nothing of the whole can be used
 */
export function mend(value: unknown, faults: readonly Fault[]): Mending | null {
  const outbounds = isFields(value) ? value.outbounds : null;
  if (!isFields(value) || !Array.isArray(outbounds) || faults.some((fault) => spoilsAll(outbounds, fault))) return null;
  const faulty = faults.map((fault): Faulty => ({ ...fault, effect: effectOf(value, outbounds, fault) }));
  const of = (part: string): readonly Faulty[] => faulty.filter(({ path }) => path[0] === part);
  const list = mendOutbounds(outbounds.slice(0, MOST_OUTBOUNDS), of("outbounds"));
  const route = of("route").length > 0 ? { ...value, route: mendRoute(value.route, of("route")) } : value;
  const rest = faulty.filter(({ path }) => path[0] !== "outbounds" && path[0] !== "route");
  const mended = fieldsOf(rest).reduce((all, [path, items]) => unset(all, path, items), route);
  return { value: withFinal({ ...mended, outbounds: list }), effects: faulty.map(({ effect }) => effect) };
}

const spoilsAll = (outbounds: readonly unknown[], { path, twice }: Fault): boolean =>
  path.length === 0 || (path.length === 1 && path[0] === "outbounds" && (twice || outbounds.length <= MOST_OUTBOUNDS));

function effectOf(value: Fields, outbounds: readonly unknown[], fault: Fault): TroubleEffect {
  const [part, place] = fault.path;
  if (part === "route") return effectOnRoute(value.route, fault);
  return part === "outbounds" && typeof place === "number"
    ? effectOnOutbound(outbounds[place], fault)
    : { kind: "unset" };
}

/** What is refused beside outbounds and route: fields such as `experimental.monitoring.urls`, or these items of one. */
function fieldsOf(faulty: readonly Faulty[]): readonly (readonly [field: Path, items: ReadonlySet<number> | null])[] {
  const found = new Map<string, readonly [Path, Set<number> | null]>();
  for (const { path } of faulty) {
    const field = path.slice(0, 3);
    const key = JSON.stringify(field);
    const item = path[3];
    const [, items] = found.get(key) ?? [field, new Set<number>()];
    found.set(key, [field, typeof item === "number" && items ? items.add(item) : null]);
  }
  return [...found.values()];
}

/** The value without a field, or without some of its items; null is the same as unset. */
function unset(value: Fields, path: Path, items: ReadonlySet<number> | null): Fields {
  const [name, ...rest] = path;
  if (typeof name !== "string") return value;
  const inner = value[name];
  if (rest.length > 0 && isFields(inner)) return { ...value, [name]: unset(inner, rest, items) };
  return { ...value, [name]: items && Array.isArray(inner) ? withoutItems(inner, items) : null };
}

/** What no rule matches goes by the first outbound listed: where nothing can name that one it blocks, and no other serves. */
function withFinal(value: Fields): Fields {
  const [first] = Array.isArray(value.outbounds) ? value.outbounds : [];
  const mended = mendedOf(first);
  const route = isFields(value.route) ? value.route : {};
  if (mended?.kind !== "outbound" || mended.tag !== null || isSet(route, "final")) return value;
  return { ...value, route: { ...route, final: BLOCK } };
}
