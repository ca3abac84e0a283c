import type { Request } from "../../../src/decision/contract.ts";
import { decide } from "../../../src/decision/decide.ts";
import { createMemory, remember } from "../../../src/decision/memory.ts";
import { prepare } from "../../../src/decision/prepare.ts";
import { routeOf } from "../../../src/decision/route.ts";
import type { Plans } from "../../../src/model/plan.ts";
import { instant } from "../../../src/model/units.ts";
import { compileRules } from "../../../src/routing/compile.ts";

/** Requests of one round. */
const REQUESTS = 20_000;
const MEMBERS = ["m1", "m2", "m3", "m4", "m5"];
const PLANS: Plans = { balance: { kind: "turns", order: [0, 1, 2, 3, 4] } };

/**
 * Times one round: microseconds a request. `known` and `new`: whole decisions, what they want remembered included, `new`
 * through a group within a group. `rule`: for new origins, only which rule it is and where that leads.
 */
export type RuleTimer = (which: "known" | "new" | "rule", round: number) => number;

/** As a browser gives them: each text in one piece. */
const asGiven = (hosts: readonly string[]): readonly Request[] =>
  JSON.parse(JSON.stringify(hosts.map((host) => ({ scheme: "https", host, port: 443, container: "" }))));

/** @param names a rule for each; half of the hosts that are asked for are below one of them */
export default function createRuleTimer(names: readonly string[], clock: () => number): RuleTimer {
  const rules = compileRules(
    names.map((name, i) => ({ domain: [], domainSuffix: [name], outbound: i % 2 === 0 ? "balance" : "outer" })),
  );
  const leaf = { kind: "leaf" } as const;
  const index = prepare({
    seed: 1,
    nodes: {
      ...Object.fromEntries(MEMBERS.map((tag) => [tag, leaf])),
      balance: { kind: "group", members: MEMBERS },
      outer: { kind: "group", members: ["balance"] },
    },
    rules: JSON.parse(JSON.stringify(rules)),
    final: "balance",
  });
  const plans: Plans = { ...PLANS, outer: { kind: "one", member: 0 } };
  const memory = createMemory();
  const hostAt = (i: number): string => {
    const name = names[(i * 7919) % names.length] ?? "";
    return i % 2 === 0 ? `www${i}.${name}` : `www${i}.x${name}`;
  };
  // After the first round they all ride.
  const known = asGiven(Array.from({ length: 500 }, (_, i) => hostAt(i)));

  return (which, round) => {
    const fresh =
      which === "known" ? known : asGiven(Array.from({ length: REQUESTS }, (_, i) => `${which}${round}${hostAt(i)}`));
    const now = instant(round * 1_000);
    const from = clock();
    for (let i = 0; i < REQUESTS; i++) {
      const request = fresh[i % fresh.length];
      if (!request) continue;
      if (which === "rule") routeOf(index, request);
      else remember(memory, decide(index, plans, memory, request, now).changes, now);
    }
    return ((clock() - from) * 1_000) / REQUESTS;
  };
}
