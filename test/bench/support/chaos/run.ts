import type { BrowserKind } from "../../../../scripts/find-browser.mjs";
import { mergeTests } from "./merge-tests.ts";
import { runOutages } from "./outages.ts";
import type { ChaosRun, ChaosStrategy } from "./record.ts";
import { planOutages } from "./schedule.ts";
import { openBusyTabs } from "./tabs.ts";
import { watchLab } from "./watch-lab.ts";
import { createChaosWorld } from "./world.ts";

export interface RunOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly interrupt: boolean;
  readonly pauseMs: number;
}

/** The extension keeps a hundred tests of each proxy, and no test for a failed connection follows within 2 s of another. */
const COLLECT_EVERY_MS = 60_000;

/** One browser, one strategy, one chaos. */
export async function runChaos(kind: BrowserKind, strategy: ChaosStrategy, options: RunOptions): Promise<ChaosRun> {
  const { seed, minutes, interrupt, pauseMs } = options;
  const world = await createChaosWorld({ kind, strategy, interrupt });
  try {
    const { members, lab, browser, page } = world;
    let tests = await page.readTests(members);
    const watch = watchLab(lab);
    const tabs = await openBusyTabs(browser, { seed, pauseMs });
    const beganAt = Date.now();
    const collect = async (): Promise<void> => {
      watch.collect();
      tests = mergeTests(tests, await page.readTests(members));
    };
    // One that fails is made up for by the next.
    const collecting = setInterval(() => void collect().catch(console.error), COLLECT_EVERY_MS);
    const plan = planOutages({ seed, minutes, members: members.length });
    const outages = await runOutages(lab.proxies, plan, tabs.failed).finally(() => clearInterval(collecting));
    const pages = await tabs.stop();
    const endedAt = Date.now();
    await collect();
    const { carriedBy, direct } = watch;
    const about = { browser: kind, strategy, seed, minutes, members, beganAt, endedAt };
    return { ...about, pages, outages, tests, carriedBy, direct, lab: watch.stop() };
  } finally {
    await world.close();
  }
}
