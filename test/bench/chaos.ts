import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Figures, figuresOf, missedGoals } from "./support/chaos/figures.ts";
import { judge } from "./support/chaos/judge.ts";
import { type ChaosOptions, chaosOptions } from "./support/chaos/options.ts";
import type { ChaosRun } from "./support/chaos/record.ts";
import { runChaos } from "./support/chaos/run.ts";
import { timeLines } from "./support/chaos/time-line.ts";
import type { Table } from "./support/table.ts";

/**
 * How pages fare while proxies die and return (M28): a group of 15 members; 125 outages in 15 minutes, two thirds refused
 * connections and one third silence, each 10 to 120 s, up to 7 at once; four tabs that load pages of 60 hosts.
 *
 * A page that fails is explained by what was so and by what the extension's own tests had told it. Lists each page that
 * must not have failed, and makes the exit code 1 when there is one.
 */
export async function benchChaos(args: readonly string[]): Promise<Table> {
  const options = chaosOptions(args);
  const { seed, minutes } = options;
  console.log(`chaos: seed ${seed}, ${minutes} minutes for each browser and strategy`);
  const columns: (readonly [string, Figures])[] = [];
  for (const browser of options.browsers)
    for (const strategy of options.strategies) {
      const run = await runChaos(browser, strategy, options);
      columns.push([`${browser}, ${strategy}`, tell(run, options)]);
    }
  return { title: `Chaos of seed ${seed}, ${minutes} minutes`, rows: asRows(columns) };
}

/** Prints what must not have been; gives the figures for the table. */
function tell(run: ChaosRun, { record }: ChaosOptions): Figures {
  const name = `${run.browser}-${run.strategy}-${run.seed}`;
  if (record !== null) {
    mkdirSync(record, { recursive: true });
    writeFileSync(join(record, `chaos-${name}.json`), JSON.stringify(run));
  }
  const failed = judge(run);
  for (const line of timeLines(run, failed)) console.log(line);
  for (const address of run.direct) console.log(`direct: ${address}`);
  const missed = missedGoals(run, failed);
  for (const words of missed) console.log(`${name}: ${words}`);
  if (missed.length > 0) process.exitCode = 1;
  return figuresOf(run, failed);
}

const asRows = (columns: readonly (readonly [string, Figures])[]): Table["rows"] =>
  Object.keys(columns[0]?.[1] ?? {}).map((what) => ({
    what,
    ...Object.fromEntries(columns.map(([name, figures]) => [name, figures[what] ?? ""])),
  }));
