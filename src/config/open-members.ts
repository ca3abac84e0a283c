import { BLOCK, DIRECT, type Outbound, type Tag } from "../model/outbound.ts";
import type { ReadOutbounds } from "./read-outbounds.ts";
import type { Reader } from "./reader.ts";

/**
 * Refuses `direct` and `block` inside a balancer by way of the groups in it (B1, B20): what a person picks there would
 * become a part of what a strategy picks, and some of its requests would go directly.
 *
 * @param linked the outbounds with the members that are left, in the order of `placed`
 */
export function reportOpenMembers(
  reader: Reader,
  placed: ReadOutbounds["outbounds"],
  linked: readonly Outbound[],
): void {
  const open = openGroups(linked);
  if (open.size === 0) return;
  for (const { place, outbound } of placed) {
    if (outbound.kind !== "balancer") continue;
    outbound.members.forEach((member, i) => {
      if (open.has(member))
        reader.error(["outbounds", place, "outbounds", i], member, "a group with no direct and no block in it");
    });
  }
}

/** Groups with one of these in them, at whatever depth: from the inside out, each once. */
function openGroups(linked: readonly Outbound[]): ReadonlySet<Tag> {
  const around = groupsAround(linked);
  const plain = linked.filter((one) => one.kind === "direct" || (one.kind === "block" && !one.refused));
  const open = new Set<Tag>();
  const waiting = [DIRECT, BLOCK, ...plain.map(({ tag }) => tag)];
  for (let tag = waiting.pop(); tag !== undefined; tag = waiting.pop())
    for (const group of around.get(tag) ?? []) {
      if (!open.has(group)) waiting.push(group);
      open.add(group);
    }
  return open;
}

function groupsAround(linked: readonly Outbound[]): ReadonlyMap<Tag, readonly Tag[]> {
  const around = new Map<Tag, Tag[]>();
  for (const outbound of linked) {
    if (outbound.kind !== "selector" && outbound.kind !== "balancer") continue;
    for (const member of outbound.members) {
      const groups = around.get(member);
      if (groups) groups.push(outbound.tag);
      else around.set(member, [outbound.tag]);
    }
  }
  return around;
}
