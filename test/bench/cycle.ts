import { setTimeout as sleep } from "node:timers/promises";
import { waitForView } from "../e2e/support/extension-page.ts";
import { until } from "../e2e/support/until.ts";
import { allTested, createWorld } from "../e2e/support/world.ts";
import { rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

const DELAY_MS = 200;
const WORKERS = 10;
/** It looks up every exit, too, while each look at the view costs as much as a test. */
const FIRST_CYCLE_MS = 180_000;

/** How many members, how many cycles of them, and how long until the next. */
interface Size {
  readonly members: number;
  readonly rounds: number;
  readonly intervalMs: number;
}

const SIZES: readonly Size[] = [
  { members: 10, rounds: 3, intervalMs: 5_000 },
  { members: 100, rounds: 3, intervalMs: 15_000 },
  { members: 1_000, rounds: 1, intervalMs: 60_000 },
];
/** Exits that the lab has; proxies share them. */
const EXITS = 250;

/**
 * How long a regular cycle takes, with the exits known, against two ideals: the proxies' delay alone (members / workers ×
 * delay), and the sum of the delays that the tests found, over the workers; the second leaves out what the browser and the
 * lab themselves need for a connection. Connections are cut before each cycle, so that every test opens its own: a reused
 * tunnel would skip the proxy's delay.
 */
export async function benchCycle(): Promise<Table> {
  const rows: Table["rows"][number][] = [];
  for (const kind of ["chrome", "firefox"] as const)
    for (const size of SIZES) rows.push(...(await cyclesIn(kind, size)));
  return { title: "A regular cycle against the ideal (goals with 100 members: Chromium 1.25, Firefox 1.15)", rows };
}

async function cyclesIn(kind: "chrome" | "firefox", { members, rounds, intervalMs }: Size): Promise<Table["rows"]> {
  const idealMs = (members / WORKERS) * DELAY_MS;
  const proxies = Array.from({ length: members }, (_, i) => ({
    name: `p${i + 1}`,
    kind: "http" as const,
    exit: (i % EXITS) + 1,
    address: (i % EXITS) + 1,
    delayMs: DELAY_MS,
  }));
  const world = await createWorld({ proxies }, kind);
  try {
    await world.on({ monitoring: { interval: `${intervalMs}ms`, workers: WORKERS } }, FIRST_CYCLE_MS);
    await waitForView(world.page, "every exit", (v) => v.members.every(({ exit }) => exit !== null), FIRST_CYCLE_MS);
    const rows: Table["rows"][number][] = [];
    for (let round = 1; round <= rounds; round++) {
      await sleep(2_000);
      // A popup that is open draws every result, which is not the cycle's own time.
      await world.page.close();
      for (const proxy of world.lab.proxies) proxy.cut();
      world.lab.clear();
      const tests = () => world.lab.requests({ path: "/generate_204" });
      await until("the cycle's tests", () => tests().length >= members, intervalMs + 20_000);
      world.page = await world.browser.open("popup/index.html");
      const { members: tested } = await waitForView(world.page, "the cycle's end", allTested);
      const foundMs = tested.reduce((sum, { shown }) => sum + (shown.kind === "delay" ? shown.delay : 0), 0);
      const met = world.lab.proxies.flatMap((proxy) => proxy.events.map(({ at }) => at));
      const tookMs = Math.max(...tests().map(({ at }) => at)) - Math.min(...met);
      rows.push({
        browser: kind === "chrome" ? "Chromium" : "Firefox",
        members,
        workers: WORKERS,
        "delay ms": DELAY_MS,
        "ideal ms": idealMs,
        "took ms": tookMs,
        ratio: rounded(tookMs / idealMs),
        "sum of tests ms": Math.round(foundMs / WORKERS),
        "ratio to it": rounded(tookMs / (foundMs / WORKERS)),
      });
    }
    return rows;
  } finally {
    await world.close();
  }
}
