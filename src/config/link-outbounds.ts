import { BLOCK, DIRECT, type GroupOutbound, type Outbound, type Tag } from "../model/outbound.ts";
import type { Route } from "../model/settings.ts";
import { checkDetours, KNOWN_TAG, type KnownOutbounds } from "./check-detours.ts";
import { reportOpenMembers } from "./open-members.ts";
import type { ReadOutbounds } from "./read-outbounds.ts";
import type { Path, Reader } from "./reader.ts";
import { reportLoops } from "./report-loops.ts";

const LEFT_OUT = "an outbound that a browser can use, and this one is left out";

/**
 * Checks everything that names an outbound: members, defaults, detours, rules, `final`; and that nothing leads back to
 * itself. A member that was left out (a type no browser speaks) is dropped with a note; a group emptied that way stays,
 * and blocks (B1).
 */
export function linkOutbounds(
  reader: Reader,
  { outbounds, skipped, wrong }: ReadOutbounds,
  route: Route,
): readonly Outbound[] {
  const kinds = new Map<Tag, Outbound["kind"]>([
    [DIRECT, "direct"],
    [BLOCK, "block"],
    ...outbounds.map(({ outbound }): [Tag, Outbound["kind"]] => [outbound.tag, outbound.kind]),
  ]);
  const listed = new Set([...kinds.keys(), ...wrong]);
  const expected = (tag: Tag): string => (skipped.has(tag) ? LEFT_OUT : KNOWN_TAG);
  const refused = refusedAmong(outbounds);
  checkDetours(reader, outbounds, { kinds, listed, refused });
  const linked = outbounds.map(({ place, outbound }) =>
    outbound.kind === "selector" || outbound.kind === "balancer"
      ? linkGroup(reader, ["outbounds", place], outbound, { kinds, listed, skipped, refused })
      : outbound,
  );
  // Such a rule blocks (walk): to refuse the whole would keep a person from taking out a proxy, or from pasting a
  // configuration with a type that browsers do not speak.
  route.rules.forEach(({ outbound }, place) => {
    if (!kinds.has(outbound))
      reader.note(["route", "rules", place, "outbound"], outbound, `${expected(outbound)}: this rule blocks`);
  });
  for (const [place, { detour }] of route.lists.entries())
    linkDetour(
      reader,
      ["route", "rule_set", place, "download_detour"],
      detour,
      route,
      { kinds, listed, skipped },
      linked,
    );
  const { privateWindows } = route;
  if (privateWindows !== undefined && !listed.has(privateWindows))
    reader.error(["route", "private_windows"], privateWindows, expected(privateWindows));
  if (route.final !== null && !listed.has(route.final))
    reader.error(["route", "final"], route.final, expected(route.final));
  reportOpenMembers(reader, outbounds, linked);
  reportLoops(reader, outbounds, linked);
  return linked;
}

/** Tags of outbounds that block because they are refused. */
const refusedAmong = (outbounds: ReadOutbounds["outbounds"]): ReadonlySet<Tag> =>
  new Set(outbounds.flatMap(({ outbound }) => (outbound.kind === "block" && outbound.refused ? [outbound.tag] : [])));

interface Known extends KnownOutbounds {
  readonly skipped: ReadonlySet<Tag>;
}

/** A list goes directly only where its own `download_detour` says so. */
function linkDetour(
  reader: Reader,
  path: Path,
  detour: Tag | null,
  { final }: Route,
  { kinds, listed, skipped }: Omit<Known, "refused">,
  [first]: readonly Outbound[],
): void {
  if (detour !== null && !listed.has(detour)) reader.error(path, detour, skipped.has(detour) ? LEFT_OUT : KNOWN_TAG);
  const unset = final ?? first?.tag;
  if (detour === null && unset !== undefined && kinds.get(unset) === "direct")
    reader.error(path, undefined, `what the list is fetched through; "${DIRECT}" must be written here`);
}

function linkGroup(
  reader: Reader,
  path: Path,
  group: GroupOutbound,
  { kinds, listed, skipped, refused }: Known,
): GroupOutbound {
  const members = group.members.filter((member, place) => {
    // A person may have picked it in a selector: that goes on to block. A strategy never picks it.
    if (refused.has(member)) return group.kind === "selector";
    const kind = kinds.get(member);
    const at: Path = [...path, "outbounds", place];
    if (kind === undefined && listed.has(member)) return false;
    if (skipped.has(member)) reader.note(at, member, "a member that a browser can use; left out of the group");
    else if (kind === undefined) reader.error(at, member, KNOWN_TAG);
    else if (group.kind === "balancer" && (kind === "direct" || kind === "block"))
      reader.error(at, member, "a proxy or a group: a balancer has no direct or block members");
    return kind !== undefined;
  });
  if (group.kind === "balancer") return { ...group, members };
  if (group.default !== null && !members.includes(group.default)) {
    if (!skipped.has(group.default) && !group.members.includes(group.default))
      reader.error([...path, "default"], group.default, "one of the group's members");
    return { ...group, members, default: null };
  }
  return { ...group, members };
}
