import { createRandom, within } from "../engine/simulator/random.ts";
import { type ChaosOptions, chaosOptions } from "./support/chaos/options.ts";
import type { ChaosStrategy } from "./support/chaos/record.ts";
import { RETURN_CASES, type ReturnCase } from "./support/chaos/return-case.ts";
import { type Returned, runReturn } from "./support/chaos/return-run.ts";
import { watchLab } from "./support/chaos/watch-lab.ts";
import { type ChaosWorld, createChaosWorld, MEMBERS } from "./support/chaos/world.ts";
import { rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

type Row = Table["rows"][number];
type Kind = ChaosOptions["browsers"][number];

/**
 * How long a group stays unused after all its members were marked dead and one of them came back (M28), while four tabs
 * go on loading pages. Makes the exit code 1 when a page failed that began 10 s or more after the return.
 */
export async function benchReturn(args: readonly string[]): Promise<Table> {
  const options = chaosOptions(args);
  console.log(`one of ${MEMBERS} returns: seed ${options.seed}`);
  const rows: Row[] = [];
  for (const browser of options.browsers)
    for (const strategy of options.strategies) rows.push(...(await returnsIn(browser, strategy, options)));
  return { title: "All members marked dead, one comes back (goal: no page fails that begins 10 s later)", rows };
}

async function returnsIn(kind: Kind, strategy: ChaosStrategy, options: ChaosOptions): Promise<readonly Row[]> {
  const world = await createChaosWorld({ kind, strategy, interrupt: options.interrupt });
  const random = createRandom(options.seed);
  try {
    const rows: Row[] = [];
    for (const one of RETURN_CASES) {
      // Not the quickest: a group of the lowest delay that looks there first must not be lucky.
      const returning = within(random, 1, MEMBERS - 1);
      rows.push({ browser: kind, strategy, ...(await rowOf(world, one, returning, options)) });
    }
    return rows;
  } finally {
    await world.close();
  }
}

async function rowOf(world: ChaosWorld, one: ReturnCase, returning: number, options: ChaosOptions): Promise<Row> {
  const watch = watchLab(world.lab);
  const returned = await runReturn(world, one, returning, options);
  watch.collect();
  watch.stop();
  if (returned.lateFailures.length > 0 || watch.direct.length > 0) process.exitCode = 1;
  return { case: one.name, "who came back": world.members[returning] ?? "", ...figuresOf(returned, watch.direct) };
}

const figuresOf = (
  { foundMs, firstPageMs, lateFailures, failedBefore, after }: Returned,
  direct: readonly string[],
): Row => ({
  "back to its test's answer, s": seconds(foundMs),
  "back to the first page, s": seconds(firstPageMs),
  "pages after the return": after,
  "failed that began 10 s after it (goal: 0)": lateFailures.length,
  "failed before it": failedBefore,
  "direct requests (goal: 0)": direct.length,
});

const seconds = (ms: number | null): string | number => (ms === null ? "not in time" : rounded(ms / 1_000, 1));
