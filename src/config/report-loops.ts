import type { Outbound, Tag } from "../model/outbound.ts";
import type { ReadOutbounds } from "./read-outbounds.ts";
import type { Path, Reader } from "./reader.ts";

interface Step {
  readonly to: Tag;
  readonly path: Path;
}

/**
 * Reports one step of each loop that groups and detours make, as sing-box refuses them: by a depth-first walk that
 * enters each outbound once.
 *
 * @param linked the outbounds with the members that are left, in the order of `placed`
 */
export function reportLoops(reader: Reader, placed: ReadOutbounds["outbounds"], linked: readonly Outbound[]): void {
  const steps = new Map(linked.map((outbound, i) => [outbound.tag, stepsOf(outbound, placed[i])]));
  const done = new Set<Tag>();
  for (const start of steps.keys()) {
    const open = new Set<Tag>([start]);
    const way = done.has(start) ? [] : [{ tag: start, next: 0 }];
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const step = steps.get(top.tag)?.[top.next++];
      if (!step) {
        open.delete(top.tag);
        done.add(top.tag);
        way.pop();
      } else if (open.has(step.to)) reader.error(step.path, step.to, "outbounds that do not lead back to themselves");
      else if (!done.has(step.to)) {
        open.add(step.to);
        way.push({ tag: step.to, next: 0 });
      }
    }
  }
}

function stepsOf(outbound: Outbound, placed: ReadOutbounds["outbounds"][number] | undefined): readonly Step[] {
  const path: Path = ["outbounds", placed?.place ?? 0];
  if (outbound.kind === "selector" || outbound.kind === "balancer") {
    const places = placesOf(placed?.outbound);
    return outbound.members.map((to) => ({ to, path: [...path, "outbounds", places.get(to) ?? 0] }));
  }
  if (outbound.kind !== "proxy" || outbound.detour === null) return [];
  return [{ to: outbound.detour, path: [...path, "detour"] }];
}

/** Where each member stands in the text: some may be left out of the group by now. */
const placesOf = (group: Outbound | undefined): ReadonlyMap<Tag, number> =>
  new Map(group && "members" in group ? group.members.map((member, place) => [member, place]) : []);
