/** What the browser does not send by us while we are on, whatever the rules say. */
export interface Unrouted {
  /**
   * `ours`: private windows go by us. `unasked`: Switchyard is not allowed there, so the browser's own settings decide.
   * `blocked`: it is not allowed there any more, and the proxy setting that it left in force blocks them (Firefox).
   */
  readonly privateWindows: "ours" | "unasked" | "blocked";
  readonly list: UnroutedList | null;
}

/** Firefox's list "No proxy for", in force: these hosts go directly. */
export interface UnroutedList {
  /** As they are written there. Those that go directly without a list (localhost) are left out. */
  readonly hosts: readonly string[];
  /**
   * Why it stays: another extension or a policy owns the proxy setting; else Switchyard may not set it, for want of the
   * access to private windows.
   */
  readonly by: "permission" | "extension" | "policy";
}

export const NOTHING_UNROUTED: Unrouted = { privateWindows: "ours", list: null };

/**
 * Why the browser does not send one address by us. `loopback`: it sends it past every proxy by itself. `list`: it is on
 * Firefox's list. `private`, `private-blocked`: it would be opened in a private window, see `Unrouted`.
 */
export type WhyUnrouted = "loopback" | "list" | "private" | "private-blocked";
