import { setTimeout as sleep } from "node:timers/promises";
import type { History } from "../../../../src/model/history.ts";
import type { View } from "../../../../src/protocol/view.ts";
import { ask, waitForView } from "../../../e2e/support/extension-page.ts";
import { allTested } from "../../../e2e/support/world.ts";
import { takeAway } from "./away.ts";
import { BACK_WITHIN_MS } from "./judge.ts";
import type { Outage, PageLoad } from "./record.ts";
import type { ReturnCase } from "./return-case.ts";
import { openBusyTabs, type TabsOptions } from "./tabs.ts";
import type { ChaosWorld } from "./world.ts";

/** What became of one case. */
export interface Returned {
  /** From the return of the one member to the end of its first test that answered, ms; null: none did while it was watched. */
  readonly foundMs: number | null;
  /** From its return to the first page that came, of those that began after it. */
  readonly firstPageMs: number | null;
  /** Pages that began 10 s or more after it, and failed: forbidden. */
  readonly lateFailures: readonly PageLoad[];
  readonly failedBefore: number;
  /** Pages that began after the return. */
  readonly after: number;
}

/** Longest time that a return is waited for, and how long pages are watched after the first one came. */
const WATCH_MS = 60_000;
const QUIET_MS = 15_000;
const LOOK_EVERY_MS = 100;
const TESTED_MS = 90_000;

/** One case: all members alive, all away and marked dead, one back, all back and alive again. */
export async function runReturn(
  world: ChaosWorld,
  { kind, stepMs, holdMs }: ReturnCase,
  returning: number,
  options: TabsOptions,
): Promise<Returned> {
  await testUntil(world, "every member alive", (view) => view.members.every(({ shown }) => shown.kind === "delay"));
  const tabs = await openBusyTabs(world.browser, options);
  const bringBack = await takeAllAway(world, kind, stepMs);
  await sleep(holdMs);
  const back = await bringBack[returning]?.();
  if (!back || back.upAt === null) throw new Error(`expected one of ${bringBack.length} members, got ${returning}`);
  await watchReturn(tabs.pages, back.upAt);
  const tests = (await world.page.readTests([back.tag]))[back.tag] ?? [];
  const pages = await tabs.stop();
  for (const [i, bring] of bringBack.entries()) if (i !== returning) await bring();
  return outcomeOf(pages, tests, back.upAt);
}

/** One after the other; a test finds each death at once. Resolves when all count as dead. */
async function takeAllAway(
  { lab, page }: ChaosWorld,
  kind: ReturnCase["kind"],
  stepMs: number,
): Promise<readonly (() => Promise<Outage>)[]> {
  return page.use(async (open) => {
    const bringBack: (() => Promise<Outage>)[] = [];
    for (const proxy of lab.proxies) {
      bringBack.push(await takeAway(proxy, kind));
      if (stepMs === 0) continue;
      await ask(open, "test", [proxy.name]);
      await sleep(stepMs);
    }
    if (stepMs === 0) await ask(open, "test", []);
    const dead = (view: View): boolean => view.members.every(({ shown }) => shown.kind === "failed");
    await waitForView(open, "every member's death", dead, TESTED_MS);
    return bringBack;
  });
}

async function watchReturn(pages: readonly PageLoad[], backAt: number): Promise<void> {
  const deadline = Date.now() + WATCH_MS;
  const came = (): boolean => pages.some(({ failure, beganAt }) => failure === null && beganAt >= backAt);
  while (!came() && Date.now() < deadline) await sleep(LOOK_EVERY_MS);
  if (came()) await sleep(QUIET_MS);
}

function outcomeOf(pages: readonly PageLoad[], tests: History, backAt: number): Returned {
  const after = pages.filter(({ beganAt }) => beganAt >= backAt);
  const first = after.filter(({ failure }) => failure === null).map(({ endedAt }) => endedAt - backAt);
  const found = tests.find((one) => "delay" in one && one.at >= backAt);
  return {
    foundMs: found ? found.at - backAt : null,
    firstPageMs: first.length > 0 ? Math.min(...first) : null,
    lateFailures: after.filter(({ failure, beganAt }) => failure !== null && beganAt - backAt >= BACK_WITHIN_MS),
    failedBefore: pages.filter(({ failure, beganAt }) => failure !== null && beganAt < backAt).length,
    after: after.length,
  };
}

/** Tests all, as a person does by "Test all", until the view is as wanted. */
async function testUntil({ page }: ChaosWorld, what: string, isWanted: (view: View) => boolean): Promise<void> {
  await page.use(async (open) => {
    await ask(open, "test", []);
    await waitForView(open, what, (view) => allTested(view) && view.asked === null && isWanted(view), TESTED_MS);
  });
}
