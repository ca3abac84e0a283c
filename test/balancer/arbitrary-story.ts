import fc from "fast-check";
import type { GroupInput } from "../../src/balancer/contract.ts";
import { type BalancerOptions, STRATEGIES } from "../../src/model/outbound.ts";
import { ms } from "../../src/model/units.ts";
import { type Input, resultsOf } from "./group-story.ts";

/** Two of the five carry no UDP. */
export const LETTERS = "abCdE";

/** Many lie close together, where tolerances decide. */
const outcome = fc.oneof(
  fc.integer({ min: 1, max: 1500 }),
  fc.integer({ min: 80, max: 180 }),
  fc.constant("fail" as const),
);
const outcomes = fc.dictionary(fc.constantFrom(...LETTERS), outcome, { maxKeys: 3 });

const input: fc.Arbitrary<GroupInput> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("results" as const),
      results: fc.tuple(outcomes, fc.boolean()).map(([some, cached]) => resultsOf(some, 0, cached)),
      scope: fc.constantFrom("cycle" as const, "single" as const, "joined" as const),
    }),
  },
  fc.record({
    kind: fc.constant("cycle-started" as const),
    cycle: fc.constantFrom("first" as const, "regular" as const, "network" as const),
    targets: fc.constant([]),
  }),
  fc.constant({ kind: "cycle-ended" as const }),
  fc.constant({ kind: "timer" as const }),
  fc.record({ kind: fc.constant("start" as const), cached: outcomes.map((some) => resultsOf(some, 0, true)) }),
);

/** Inputs, each some time after the one before. */
export const story = fc.array(fc.tuple(fc.nat({ max: 20_000 }), input), { maxLength: 40 }).map((steps) => {
  let at = 0;
  return steps.map(([gap, one]): Input => {
    at += gap;
    return [at, one];
  });
});

export const strategy = fc.constantFrom(...STRATEGIES);

/** Options that change what a strategy decides. */
export const options: fc.Arbitrary<Partial<BalancerOptions>> = fc.record({
  delayAcceptableRatio: fc.constantFrom(1, 2, 5),
  tolerance: fc.constantFrom(null, ms(0), ms(50)),
  maxRetry: fc.nat(3),
  ttl: fc.constantFrom(ms(0), ms(5_000)),
  stickyHash: fc.constantFrom(null, ["domain" as const], ["none" as const]),
  pool: fc.integer({ min: 1, max: 4 }),
});
