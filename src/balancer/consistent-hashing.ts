import type { Strategy } from "./strategy.ts";
import { weightsOf } from "./weights.ts";

/** The member follows from the destination (CH1 to CH4): nothing is remembered, the decision hashes. */
export interface ConsistentHashingMemory {
  readonly kind: "consistent-hashing";
}

export const consistentHashing: Strategy<ConsistentHashingMemory> = {
  begin: () => ({ kind: "consistent-hashing" }),
  choose: (memory) => ({ memory, line: null }),
  plan: (_memory, view) => ({
    kind: "hash",
    eligible: view.eligible,
    alive: view.alive,
    maxRetry: view.setup.options.maxRetry,
    weights: weightsOf(view.setup),
  }),
  displayed: () => null,
  facts: (_memory, { setup: { options } }) => ({ kind: "consistent-hashing", maxRetry: options.maxRetry }),
  deadline: () => null,
  moved: (memory) => memory,
};
