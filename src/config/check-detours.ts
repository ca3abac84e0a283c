import type { Tag } from "../model/outbound.ts";
import type { ReadOutbounds } from "./read-outbounds.ts";
import type { Reader } from "./reader.ts";

export const KNOWN_TAG = "the tag of an outbound in the list";
const BLOCKED = "an outbound that is not blocked itself";

/**
 * Checks what each proxy dials through.
 *
 * @param known tags of all outbounds
 * @param refused those that block because they are refused: what dials through one of them blocks too
 */
export function checkDetours(
  reader: Reader,
  outbounds: ReadOutbounds["outbounds"],
  known: ReadonlySet<Tag>,
  refused: ReadonlySet<Tag>,
): void {
  const detours = new Map<Tag, Tag>();
  for (const { place, outbound } of outbounds) {
    if (outbound.kind !== "proxy" || outbound.detour === null) continue;
    if (!known.has(outbound.detour)) reader.error(["outbounds", place, "detour"], outbound.detour, KNOWN_TAG);
    detours.set(outbound.tag, outbound.detour);
  }
  const blocked = leadingTo(refused, detours);
  for (const { place, outbound } of outbounds)
    if (outbound.kind === "proxy" && outbound.detour !== null && blocked.has(outbound.detour))
      reader.error(["outbounds", place, "detour"], outbound.detour, BLOCKED);
}

/** The tags themselves, and those that lead to one of them, each looked at once. */
export function leadingTo(ends: ReadonlySet<Tag>, next: ReadonlyMap<Tag, Tag>): ReadonlySet<Tag> {
  const before = new Map<Tag, Tag[]>();
  for (const [tag, to] of next) {
    const others = before.get(to);
    if (others) others.push(tag);
    else before.set(to, [tag]);
  }
  const found = new Set(ends);
  const waiting = [...ends];
  for (let tag = waiting.pop(); tag !== undefined; tag = waiting.pop())
    for (const one of before.get(tag) ?? []) {
      if (!found.has(one)) waiting.push(one);
      found.add(one);
    }
  return found;
}
