import type { Request } from "../../src/decision/contract.ts";
import { decide } from "../../src/decision/decide.ts";
import { createMemory, type Memory, remember } from "../../src/decision/memory.ts";
import { type DecisionIndex, prepare } from "../../src/decision/prepare.ts";
import type { Plans } from "../../src/model/plan.ts";
import { type Instant, instant } from "../../src/model/units.ts";
import { asciiJson } from "../../src/pac/ascii-json.ts";
import { compileRules } from "../../src/routing/compile.ts";
import { loadRules } from "../../src/routing/lookup.ts";
import { siteNames } from "../routing/site-names.ts";
import { median, rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

const SIZES = [10, 1_000, 10_000, 100_000] as const;
const ROUNDS = 15;
const REQUESTS = 20_000;
const MEMBERS = ["m1", "m2", "m3", "m4", "m5"];

interface Case {
  readonly rules: number;
  readonly index: DecisionIndex;
  readonly memory: Memory;
  /** Asked round and round: after the first round they all ride. */
  readonly known: readonly Request[];
  readonly samples: { readonly known: number[]; readonly fresh: number[] };
}

const plans: Plans = { balance: { kind: "turns", order: [0, 1, 2, 3, 4] } };

const to = (host: string): Request => ({ scheme: "https", host, port: 443, container: "" });

function caseOf(rules: number): Case {
  const names = Array.from({ length: rules }, (_, i) => `site${i}.example`);
  const compiled = compileRules(names.map((name) => ({ domain: [], domainSuffix: [name], outbound: "balance" })));
  const nodes = {
    ...Object.fromEntries(MEMBERS.map((tag) => [tag, { kind: "leaf" as const }])),
    balance: { kind: "group" as const, members: MEMBERS },
  };
  return {
    rules,
    index: prepare({ seed: 1, nodes, rules: compiled, final: "balance" }),
    memory: createMemory(),
    known: Array.from({ length: 500 }, (_, i) => to(`www${i}.site${(i * 7919) % (rules * 2)}.example`)),
    samples: { known: [], fresh: [] },
  };
}

/** Microseconds for one decision, what it wants remembered included. */
function timed({ index, memory }: Case, requests: readonly Request[], now: Instant): number {
  const from = performance.now();
  for (let i = 0; i < REQUESTS; i++) {
    const request = requests[i % requests.length];
    if (request) remember(memory, decide(index, plans, memory, request, now).changes, now);
  }
  return ((performance.now() - from) * 1_000) / REQUESTS;
}

/**
 * How long a decision takes, in Node, by the number of domain rules: for origins with a ride under way, and for origins
 * never seen. Rounds of all sizes are interleaved, so that a busy moment of the machine hits them alike; the figure is the
 * median round's mean.
 */
export async function benchDecide(): Promise<Table> {
  const cases = SIZES.map(caseOf);
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of cases) {
      const now = instant(round * 1_000);
      const fresh = Array.from({ length: REQUESTS }, (_, i) => to(`r${round}x${i}.site${i % (one.rules * 2)}.example`));
      one.samples.known.push(timed(one, one.known, now));
      one.samples.fresh.push(timed(one, fresh, now));
    }
  }
  return {
    title: "decide() and remember(), µs a request",
    rows: cases.map(({ rules, samples }) => ({
      rules,
      "known origin": rounded(median(samples.known)),
      "new origin": rounded(median(samples.fresh)),
    })),
  };
}

/** How large rules of one name each are in a PAC text, without the program, and how long a change of them takes. */
export async function benchRules(): Promise<Table> {
  const rows = [1_000, 10_000, 100_000].map((count) => {
    const outbounds = ["balance", "direct", "block"];
    const rules = siteNames(count).map((name, i) => ({
      domain: [],
      domainSuffix: [name],
      outbound: outbounds[i % outbounds.length] ?? "",
    }));
    const from = performance.now();
    const text = asciiJson(compileRules(rules));
    const compiled = performance.now();
    loadRules(JSON.parse(text));
    return {
      rules: count,
      "KB of text": rounded(text.length / 1_000, 1),
      "compile ms": rounded(compiled - from, 1),
      "load ms": rounded(performance.now() - compiled, 1),
    };
  });
  return { title: "Rules of one name each (goal with the program: 1,500 KB)", rows };
}
