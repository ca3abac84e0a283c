import { NOTHING_UNROUTED } from "../../src/protocol/unrouted.ts";
/** What the shell adds to a view, as in a browser where all is well. */
export const AROUND = {
  revision: 3,
  mode: "balanced",
  control: { kind: "ours" },
  unrouted: NOTHING_UNROUTED,
  temporary: [],
  lists: [],
  webRtc: { chosen: false, state: "open" },
  troubles: { first: [], count: 0 },
} as const;
