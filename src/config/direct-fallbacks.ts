import type { Outbound, Tag } from "../model/outbound.ts";
import { DIRECT } from "../model/outbound.ts";
import type { Route } from "../model/settings.ts";
import type { ReadOutbounds } from "./read-outbounds.ts";
import type { Path, Reader } from "./reader.ts";

const REASON = "what would serve is left out, and requests would go direct instead";

/**
 * Refuses what would go direct only because an outbound that no browser speaks was left out (B20): a selector that
 * starts with such a member, and a list that starts with one and has no `final`.
 *
 * @param linked the outbounds with the members that are left
 */
export function reportDirectFallbacks(
  reader: Reader,
  { outbounds, skipped }: ReadOutbounds,
  linked: readonly Outbound[],
  { final }: Route,
): void {
  if (skipped.size === 0) return;
  const byTag = new Map<Tag, Outbound>(linked.map((outbound) => [outbound.tag, outbound]));
  const isDirect = (start: Tag | null): boolean => leadsDirect(byTag, start);
  outbounds.forEach(({ place, outbound }, i) => {
    const left = linked[i];
    const path: Path = ["outbounds", place, "default"];
    const written = pickOf(outbound);
    if (written !== null && left && skipped.has(written) && isDirect(pickOf(left)))
      reader.error(path, written, `another default: ${REASON}`);
  });
  const [first] = outbounds;
  if (final === null && first && first.place > 0 && isDirect(first.outbound.tag))
    reader.error(["route", "final"], undefined, `the tag of an outbound: ${REASON}`);
}

/** What a selector starts with; null: it is none, or empty. */
const pickOf = (outbound: Outbound): Tag | null =>
  outbound.kind === "selector" ? (outbound.default ?? outbound.members[0] ?? null) : null;

function leadsDirect(byTag: ReadonlyMap<Tag, Outbound>, start: Tag | null): boolean {
  const passed = new Set<Tag>();
  for (let tag = start; tag !== null && !passed.has(tag); ) {
    passed.add(tag);
    const outbound = byTag.get(tag);
    if (tag === DIRECT || outbound?.kind === "direct") return true;
    tag = outbound ? pickOf(outbound) : null;
  }
  return false;
}
