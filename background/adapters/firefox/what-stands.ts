import type { Unrouted } from "../../../src/protocol/unrouted.ts";
import type { Control } from "../../../src/protocol/view.ts";
import type { BypassEntry } from "../../../src/routing/bypass-list.ts";
import { hostsOnBypassList } from "../../../src/routing/bypass-match.ts";
import type { Behind, Wall } from "./second-wall.ts";

/** The wall leaves no list in force. */
export const lastingList = ({ wall, list }: Behind): readonly BypassEntry[] => (wall.kind === "up" ? [] : list);

/** What Firefox does not send by us, whatever the listener answers. */
export function unroutedOf(behind: Behind): Unrouted {
  const { wall, isAllowed } = behind;
  const hosts = hostsOnBypassList(lastingList(behind));
  return {
    privateWindows: isAllowed ? "ours" : wall.kind === "up" ? "blocked" : "unasked",
    list: wall.kind === "missing" && hosts.length > 0 ? { hosts, by: wall.by } : null,
  };
}

/** @param state what the listener does */
export function controlOf(
  state: { readonly kind: "on" } | Extract<Control, { kind: "blocked" }>,
  wall: Wall,
  granted: boolean,
  overruled: boolean,
): Control {
  // Without access Firefox does not ask us at all (fact F6).
  if (!granted) return { kind: "no-access", requests: wall.kind === "up" ? "blocked" : "direct" };
  if (overruled) return { kind: "taken", by: "extension" };
  if (state.kind === "blocked") return { kind: "blocked", why: state.why };
  // What the listener answers counts whoever owns the setting, also when it is locked (fact F15).
  return wall.kind === "up" ? { kind: "ours" } : { kind: "exposed", by: wall.by };
}
