import { setTimeout as sleep } from "node:timers/promises";
import { waitForView } from "../e2e/support/extension-page.ts";
import { until } from "../e2e/support/until.ts";
import { allTested, createWorld } from "../e2e/support/world.ts";
import { rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

const MEMBERS = 100;
const DELAY_MS = 200;
const WORKERS = 10;
const INTERVAL_MS = 15_000;
const ROUNDS = 3;
const IDEAL_MS = (MEMBERS / WORKERS) * DELAY_MS;

/**
 * How long a regular cycle takes against the ideal (members / workers × delay), with the exits known. Connections are cut
 * before each cycle, so that every test opens its own: a reused tunnel would skip the proxy's delay.
 */
export async function benchCycle(): Promise<Table> {
  const rows = [...(await cyclesIn("chrome")), ...(await cyclesIn("firefox"))];
  return { title: "A regular cycle against the ideal (goals: Chromium 1.3, Firefox 1.2)", rows };
}

async function cyclesIn(kind: "chrome" | "firefox"): Promise<Table["rows"]> {
  const proxies = Array.from({ length: MEMBERS }, (_, i) => ({
    name: `p${i + 1}`,
    kind: "http" as const,
    exit: i + 1,
    delayMs: DELAY_MS,
  }));
  const world = await createWorld({ proxies }, kind);
  try {
    await world.on({ monitoring: { interval: `${INTERVAL_MS}ms`, workers: WORKERS } });
    await waitForView(world.page, "every exit", (v) => v.members.every(({ exit }) => exit !== null));
    const rows: Table["rows"][number][] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      await sleep(2_000);
      for (const proxy of world.lab.proxies) proxy.cut();
      world.lab.clear();
      const tests = () => world.lab.requests({ path: "/generate_204" });
      await until("the cycle's tests", () => tests().length >= MEMBERS, INTERVAL_MS + 20_000);
      await waitForView(world.page, "the cycle's end", allTested);
      const met = world.lab.proxies.flatMap((proxy) => proxy.events.map(({ at }) => at));
      const tookMs = Math.max(...tests().map(({ at }) => at)) - Math.min(...met);
      rows.push({
        browser: kind === "chrome" ? "Chromium" : "Firefox",
        members: MEMBERS,
        workers: WORKERS,
        "delay ms": DELAY_MS,
        "ideal ms": IDEAL_MS,
        "took ms": tookMs,
        ratio: rounded(tookMs / IDEAL_MS),
      });
    }
    return rows;
  } finally {
    await world.close();
  }
}
