import { join } from "node:path";
import { bundlePac } from "../../scripts/vite/pac-plugin.ts";
import { asciiJson } from "../../src/pac/ascii-json.ts";
import { compileRules } from "../../src/routing/compile.ts";
import { loadRules } from "../../src/routing/lookup.ts";
import { siteNames } from "../routing/site-names.ts";
import { median, rounded } from "./support/median.ts";
import type createRuleTimer from "./support/rule-timer.ts";
import type { Table } from "./support/table.ts";

const SIZES = [10, 1_000, 10_000, 100_000] as const;
const ROUNDS = 15;

/** The processor's own time: on a busy machine others take some of what a clock on the wall shows. */
const spentMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * How long a decision takes, in Node and bundled as it is for browsers, by the number of domain rules: for origins with a
 * ride under way, and for origins never seen. Rounds of all sizes are interleaved, so that a busy moment of the machine
 * hits them alike; the figure is the median round's mean.
 */
export async function benchDecide(): Promise<Table> {
  const { code } = await bundlePac(join(import.meta.dirname, "support/rule-timer.ts"));
  const create: typeof createRuleTimer = new Function(`${code};return FindProxyForURL`)();
  const cases = SIZES.map((rules) => ({
    rules,
    time: create(siteNames(rules), spentMs),
    samples: { rule: [] as number[], known: [] as number[], new: [] as number[] },
  }));
  for (let round = 0; round < ROUNDS; round++)
    for (const { time, samples } of cases)
      for (const which of ["rule", "known", "new"] as const) samples[which].push(time(which, round));
  return {
    title: "Rules, and whole decisions with what they want remembered, µs of the processor a request (goal: 2)",
    rows: cases.map(({ rules, samples }) => ({
      rules,
      "rule of a new origin": rounded(median(samples.rule)),
      "known origin": rounded(median(samples.known)),
      "new origin": rounded(median(samples.new)),
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
