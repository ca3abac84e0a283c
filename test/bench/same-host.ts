import { ask, waitForView } from "../e2e/support/extension-page.ts";
import { allTested, createWorld, memberIn } from "../e2e/support/world.ts";
import { rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

const MEMBERS = 100;
/** That of the default test address, which is known to take a dot at its end; and one of which Chromium has to learn it. */
const USUAL = "www.gstatic.com";
const OTHER = "check.example";
const A_SECOND = 20;
const CYCLES = 3;
const MOST_CYCLES = 200;
/** So many requests of the user tell one in a thousand. */
const ENOUGH = 2_000;
const DELAY_MS = 40;

/**
 * Pages ask the very host that is being tested, twenty times a second, while all members are tested again and again. A
 * request of the user that takes a test's lane goes by the tested member in place of its own; that test is repeated.
 */
export async function benchSameHost(): Promise<Table> {
  const rows = [await measure("chrome", USUAL), await measure("chrome", OTHER), await measure("firefox", USUAL)];
  return {
    title:
      "Requests of the user to the tested host that went by a tested member (goals: Chromium under 1 in 1,000; Firefox 0)",
    rows,
  };
}

async function measure(kind: "chrome" | "firefox", host: string): Promise<Table["rows"][number]> {
  const proxies = Array.from({ length: MEMBERS }, (_, i) => ({
    name: `p${i + 1}`,
    kind: "http" as const,
    exit: i + 1,
    delayMs: DELAY_MS + i,
  }));
  const world = await createWorld({ proxies }, kind);
  try {
    await world.on({ selected: "p1", monitoring: { interval: "1h", urls: [`https://${host}/generate_204`] } });
    const page = await world.browser.visit(`https://${host}/page`);
    await page.evaluate((everyMs) => {
      let number = 0;
      setInterval(() => void fetch(`/user?${number++}`).catch(() => {}), everyMs);
    }, 1_000 / A_SECOND);
    const users = () => world.lab.requests({ host, path: /^\/user\?/ });
    let cycles = 0;
    let wrong = 0;
    let astray = 0;
    let asked = 0;
    for (; cycles < CYCLES || (asked < ENOUGH && cycles < MOST_CYCLES); cycles++) {
      for (const proxy of world.lab.proxies.slice(1)) proxy.cut();
      world.lab.clear();
      const startedAt = Date.now();
      await ask(world.page, "test", []);
      const view = await waitForView(
        world.page,
        "every member tested",
        (v) => allTested(v) && v.members.every(({ testedAt }) => (testedAt ?? 0) >= startedAt),
        60_000,
      );
      // Each proxy takes longer than the one before: a test that went by another one would be too quick, or not in its log.
      for (const { name, delayMs, exit } of proxies) {
        const { shown } = memberIn(view, name);
        const seen = world.lab.requests({ path: "/generate_204", via: `127.0.1.${exit}` }).length;
        if (shown.kind !== "delay" || shown.delay < delayMs || seen === 0) wrong++;
      }
      const mine = users();
      asked += mine.length;
      astray += mine.filter(({ via }) => via !== "127.0.1.1").length;
    }
    return {
      browser: kind === "chrome" ? "Chromium" : "Firefox",
      host,
      members: MEMBERS,
      cycles,
      "requests of the user": asked,
      "by a tested member": astray,
      "in 1,000": rounded((astray / Math.max(1, asked)) * 1_000),
      "tests recorded wrongly": wrong,
    };
  } finally {
    await world.close();
  }
}
