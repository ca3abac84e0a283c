import { BLOCK, DIRECT, type GroupOutbound, type Outbound, type Tag } from "../model/outbound.ts";
import type { Route } from "../model/settings.ts";
import type { ReadOutbounds } from "./read-outbounds.ts";
import type { Path, Reader } from "./reader.ts";

const KNOWN_TAG = "the tag of an outbound in the list";

/**
 * Checks everything that names an outbound: members, defaults, detours, rules, `final`; and that no group leads back to
 * itself. A member that was left out (a type no browser speaks) is dropped with a note; a group emptied that way stays,
 * and blocks (B1).
 */
export function linkOutbounds(
  reader: Reader,
  { outbounds, skipped }: ReadOutbounds,
  route: Route,
): readonly Outbound[] {
  const kinds = new Map<Tag, Outbound["kind"]>([
    [DIRECT, "direct"],
    [BLOCK, "block"],
    ...outbounds.map(({ outbound }): [Tag, Outbound["kind"]] => [outbound.tag, outbound.kind]),
  ]);
  const badDetour = ({ tag }: Outbound, detour: Tag): boolean => !kinds.has(detour) || detour === tag;
  const linked = outbounds.map(({ place, outbound }) => {
    const path: Path = ["outbounds", place];
    if (outbound.kind === "proxy" && outbound.detour !== null && badDetour(outbound, outbound.detour))
      reader.error([...path, "detour"], outbound.detour, KNOWN_TAG);
    return outbound.kind === "selector" || outbound.kind === "balancer"
      ? linkGroup(reader, path, outbound, kinds, skipped)
      : outbound;
  });
  route.rules.forEach(({ outbound }, place) => {
    if (!kinds.has(outbound)) reader.error(["route", "rules", place, "outbound"], outbound, KNOWN_TAG);
  });
  if (route.final !== null && !kinds.has(route.final)) reader.error(["route", "final"], route.final, KNOWN_TAG);
  reportLoops(reader, outbounds, linked);
  return linked;
}

function linkGroup(
  reader: Reader,
  path: Path,
  group: GroupOutbound,
  kinds: ReadonlyMap<Tag, Outbound["kind"]>,
  skipped: ReadonlySet<Tag>,
): GroupOutbound {
  const members = group.members.filter((member, place) => {
    const kind = kinds.get(member);
    const at: Path = [...path, "outbounds", place];
    if (skipped.has(member)) reader.note(at, member, "a member that a browser can use; left out of the group");
    else if (kind === undefined) reader.error(at, member, KNOWN_TAG);
    else if (group.kind === "balancer" && (kind === "direct" || kind === "block"))
      reader.error(at, member, "a proxy or a group: a balancer has no direct or block members");
    return kind !== undefined;
  });
  if (group.kind === "balancer") return { ...group, members };
  if (group.default !== null && !members.includes(group.default)) {
    if (!skipped.has(group.default)) reader.error([...path, "default"], group.default, "one of the group's members");
    return { ...group, members, default: null };
  }
  return { ...group, members };
}

/** Reports one group of each loop, by a depth-first walk that enters each group once. */
function reportLoops(reader: Reader, placed: ReadOutbounds["outbounds"], linked: readonly Outbound[]): void {
  const groups = new Map<Tag, { readonly place: number; readonly members: readonly Tag[] }>();
  linked.forEach((outbound, i) => {
    if (outbound.kind === "selector" || outbound.kind === "balancer")
      groups.set(outbound.tag, { place: placed[i]?.place ?? i, members: outbound.members });
  });
  const done = new Set<Tag>();
  for (const start of groups.keys()) {
    const open = new Set<Tag>();
    const way: { tag: Tag; next: number }[] = done.has(start) ? [] : [{ tag: start, next: 0 }];
    open.add(start);
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const group = groups.get(top.tag);
      const member = group?.members[top.next++];
      if (group === undefined || member === undefined) {
        open.delete(top.tag);
        done.add(top.tag);
        way.pop();
      } else if (open.has(member))
        reader.error(
          ["outbounds", group.place, "outbounds", top.next - 1],
          member,
          "groups that do not lead back to themselves",
        );
      else if (groups.has(member) && !done.has(member)) {
        open.add(member);
        way.push({ tag: member, next: 0 });
      }
    }
  }
}
