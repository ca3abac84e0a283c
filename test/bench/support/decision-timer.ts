import type { Request, SnapshotBase } from "../../../src/decision/contract.ts";
import { decide } from "../../../src/decision/decide.ts";
import { createMemory, remember } from "../../../src/decision/memory.ts";
import { prepare } from "../../../src/decision/prepare.ts";
import type { Plans } from "../../../src/model/plan.ts";
import { instant } from "../../../src/model/units.ts";
import { hostAt, KNOWN, MET_BEFORE, type Which } from "./origins.ts";

/** One snapshot and one memory, to be asked for decisions. Returns how long one took, in µs. */
export type DecisionTimer = (which: Which, count: number) => number;

/** Runs in Node as it is, and bundled in a page: what it is made of is plain JSON. */
export default function createDecisionTimer(base: SnapshotBase, plans: Plans): DecisionTimer {
  const index = prepare(base);
  const memory = createMemory();
  let met = 0;
  const next = (): Request => ({ scheme: "https", host: hostAt(++met), port: 443, container: "" });
  const ask = (requests: readonly Request[]): void => {
    for (const request of requests) {
      const now = instant(Date.now());
      remember(memory, decide(index, plans, memory, request, now).changes, now);
    }
  };
  ask(Array.from({ length: MET_BEFORE }, next));
  const known = Array.from({ length: KNOWN }, next);

  return (which, count) => {
    const requests = Array.from({ length: count }, which === "new" ? next : (_, i) => known[i % KNOWN] ?? next());
    if (which === "known") ask(known);
    const from = performance.now();
    ask(requests);
    return ((performance.now() - from) * 1_000) / count;
  };
}
