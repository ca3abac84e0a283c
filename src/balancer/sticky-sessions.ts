import type { StickyPart } from "../model/outbound.ts";
import type { Strategy } from "./strategy.ts";
import type { View } from "./view.ts";
import { weightsOf } from "./weights.ts";

/** A key keeps the member it drew (SS1 to SS4). Which keys have which members is the decision's memory, not the group's. */
export interface StickySessionsMemory {
  readonly kind: "sticky-sessions";
}

const DEFAULT_KEY: readonly StickyPart[] = ["source_ip", "domain"];

const keyOf = (view: View): readonly StickyPart[] => view.setup.options.stickyHash ?? DEFAULT_KEY;

export const stickySessions: Strategy<StickySessionsMemory> = {
  begin: () => ({ kind: "sticky-sessions" }),
  choose: (memory) => ({ memory, line: null }),
  plan: (_memory, view) => ({
    kind: "sticky",
    eligible: view.eligible,
    alive: view.alive,
    maxRetry: view.setup.options.maxRetry,
    ttl: view.setup.options.ttl,
    stickyHash: keyOf(view),
    weights: weightsOf(view.setup),
  }),
  displayed: () => null,
  facts(_memory, view) {
    const { maxRetry, ttl } = view.setup.options;
    return { kind: "sticky-sessions", maxRetry, ttl, stickyHash: keyOf(view) };
  },
  deadline: () => null,
  moved: (memory) => memory,
};
