import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";
import { NOTHING_UNROUTED } from "../../../src/protocol/unrouted.ts";
import type { GroupView, MemberView, Shown, View } from "../../../src/protocol/view.ts";

export const delay = (value: number): Shown => ({ kind: "delay", delay: value });
export const failed = (code: ProbeErrorCode, status?: number): Shown => ({
  kind: "failed",
  error: status === undefined ? { code } : { code, status },
});

export const member = (tag: string, more: Partial<MemberView> = {}): MemberView => ({
  tag,
  protocol: "http",
  enabled: true,
  shown: { kind: "untested" },
  testing: false,
  exit: null,
  exitCached: false,
  ipv6: null,
  testedAt: null,
  ...more,
});

export const group = (tag: string, members: readonly string[], more: Partial<GroupView> = {}): GroupView => ({
  tag,
  type: "round-robin",
  members,
  selected: members[0] ?? null,
  using: members.slice(0, 1),
  shown: { kind: "untested" },
  ...more,
});

/** A view of these proxies, switched on and fine; `final` is the last group. */
export const view = (
  members: readonly MemberView[],
  groups: readonly GroupView[] = [],
  more: Partial<View> = {},
): View => ({
  revision: 1,
  mode: "balanced",
  control: { kind: "ours" },
  unrouted: NOTHING_UNROUTED,
  final: groups.at(-1)?.tag ?? members[0]?.tag ?? null,
  groups,
  members,
  plain: { direct: "direct", block: "block" },
  temporary: [],
  lists: [],
  webRtc: { chosen: false, state: "open" },
  troubles: { first: [], count: 0 },
  asked: null,
  offline: false,
  ...more,
});
