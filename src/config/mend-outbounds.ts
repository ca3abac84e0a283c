import { isInherited } from "../lib/inherited.ts";
import type { Tag } from "../model/outbound.ts";
import { type Fields, isFields } from "./fields.ts";
import { markMended, mendedOf, withoutItems } from "./mended.ts";
import type { Path } from "./reader.ts";
import type { TroubleEffect } from "./trouble.ts";

/** A place at which something is refused. */
export interface Fault {
  readonly path: Path;
  /** The same name stands there twice: nobody can say which is meant. */
  readonly twice: boolean;
}

/** A fault, and what becomes of what it is in. */
export interface Faulty extends Fault {
  readonly effect: TroubleEffect;
}

/** What becomes of an outbound with a fault in it. A balancer does without a member that is refused; nothing else does. */
export function effectOnOutbound(outbound: unknown, { path, twice }: Fault): TroubleEffect {
  const tag = tagOf(outbound);
  const isMember = path.length === 4 && path[2] === "outbounds" && !twice;
  return isMember && tag !== null && isFields(outbound) && isBalancer(outbound)
    ? { kind: "member", group: tag }
    : { kind: "outbound", tag };
}

const isBalancer = ({ type, outbounds }: Fields): boolean =>
  (type === "balancer" || type === "urltest") &&
  Array.isArray(outbounds) &&
  outbounds.every((member) => typeof member === "string");

/** The name by which others know an outbound or a rule list; null: none that can be used. */
export function tagOf(value: unknown): Tag | null {
  const mended = mendedOf(value);
  if (mended) return mended.kind === "rule" ? null : mended.tag;
  const tag = isFields(value) ? value.tag : null;
  return typeof tag === "string" && tag !== "" && !isInherited(tag) ? tag : null;
}

/** The list with outbounds that block in the place of those that are refused, each in its place. */
export function mendOutbounds(list: readonly unknown[], faulty: readonly Faulty[]): readonly unknown[] {
  const refused = placesOf(faulty, "outbound");
  const standIn = createStandIns(list, refused, (tag) => markMended({ kind: "outbound", tag }));
  const members = new Map<number, Set<number>>();
  for (const { path, effect } of faulty) {
    const [group, member] = path.filter(isPlace);
    if (effect.kind !== "member" || group === undefined || member === undefined) continue;
    members.set(group, (members.get(group) ?? new Set()).add(member));
  }
  return list.map((one, place) => standIn(one, place) ?? withoutMembers(one, members.get(place)));
}

/** The places of what has this effect: each is the first number of a path. */
export const placesOf = (faulty: readonly Faulty[], kind: TroubleEffect["kind"]): ReadonlySet<number> =>
  new Set(faulty.flatMap(({ path, effect }) => (effect.kind === kind ? path.filter(isPlace).slice(0, 1) : [])));

const isPlace = (part: string | number): part is number => typeof part === "number";

/**
 * What stands in the place of each that is refused; undefined: it stays. Several of one name, of which one is refused, are
 * refused together, since nobody can say which is meant: the first keeps the name, the others have none.
 */
export function createStandIns(
  list: readonly unknown[],
  refused: ReadonlySet<number>,
  make: (tag: Tag | null) => object,
): (one: unknown, place: number) => object | undefined {
  const tags = new Set([...refused].map((place) => tagOf(list[place])));
  const named = new Set<Tag>();
  return (one, place) => {
    const tag = tagOf(one);
    if (tag === null || !tags.has(tag)) return refused.has(place) ? make(null) : undefined;
    if (named.has(tag)) return make(null);
    named.add(tag);
    return make(tag);
  };
}

function withoutMembers(group: unknown, gone: ReadonlySet<number> | undefined): unknown {
  if (!gone || !isFields(group) || !Array.isArray(group.outbounds)) return group;
  return { ...group, outbounds: withoutItems(group.outbounds, gone) };
}
