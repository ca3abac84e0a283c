import { ask, readView, waitForView } from "../e2e/support/extension-page.ts";
import { allTested, createWorld, type World } from "../e2e/support/world.ts";
import { median, rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

const ROUNDS = 15;
const MANY = 1_000;
/** Exits that the lab has; proxies share them. */
const EXITS = 250;
const BROWSERS = [
  ["chrome", "Chromium"],
  ["firefox", "Firefox"],
] as const;

/** What one test sends and receives through its proxy, the look-up of the exit not counted: TCP's own headers neither. */
export async function benchBytes(): Promise<Table> {
  const rows: Table["rows"][number][] = [];
  for (const [kind, browser] of BROWSERS)
    for (const proxy of ["http", "https", "socks5"] as const) {
      const world = await createWorld({ proxies: [{ name: "p", kind: proxy, exit: 1 }] }, kind);
      try {
        await world.on({ monitoring: { look_up_exits: false } });
        const sizes: number[] = [];
        for (let round = 0; round < ROUNDS; round++) {
          world.lab.proxy("p").cut();
          const before = world.lab.proxy("p").bytes;
          await testAll(world);
          sizes.push(world.lab.proxy("p").bytes - before);
        }
        rows.push({ browser, proxy, "bytes a test": median(sizes), "most bytes": Math.max(...sizes) });
      } finally {
        await world.close();
      }
    }
  return { title: "Bytes of one test on a fresh connection (goal: 8,192)", rows };
}

/**
 * How long a stopped background takes until it has decided for a request, with a thousand members and their results known:
 * in Firefox what a page's request takes longer than one with the background awake. In Chromium the PAC decides without
 * it, so there it is the answer to the popup's question how a tab's address goes.
 */
export async function benchWake(): Promise<Table> {
  const rows: Table["rows"][number][] = [];
  for (const [kind, browser] of BROWSERS) {
    const proxies = Array.from({ length: MANY }, (_, i) => ({
      name: `p${i + 1}`,
      kind: "http" as const,
      exit: (i % EXITS) + 1,
      address: (i % EXITS) + 1,
    }));
    const world = await createWorld({ proxies }, kind);
    try {
      await world.on({ monitoring: { look_up_exits: false, workers: 50 } });
      const decide = kind === "chrome" ? await asking(world) : await loading(world);
      const [asleep, awake] = [await decisions(world, true, decide), await decisions(world, false, decide)];
      rows.push({
        browser,
        members: MANY,
        "asleep ms": rounded(asleep, 1),
        "awake ms": rounded(awake, 1),
        "wake-up ms": rounded(asleep - awake, 1),
      });
    } finally {
      await world.close();
    }
  }
  return { title: "From a stopped background to its first decision (goal: 80 ms)", rows };
}

async function testAll(world: World): Promise<void> {
  const asked = Date.now();
  await ask(world.page, "test", []);
  await waitForView(
    world.page,
    "the test",
    (v) => allTested(v) && v.members.every(({ testedAt }) => (testedAt ?? 0) >= asked),
  );
}

/** Takes something that needs a decision, and gives the time that it took in ms. */
type Decide = (round: number) => Promise<number>;

/** Median time of a decision, the background stopped before each or not. */
async function decisions(world: World, stopped: boolean, decide: Decide): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    if (stopped) await world.browser.stopBackground();
    else await readView(world.page);
    times.push(await decide(round));
  }
  return median(times);
}

async function asking({ page }: World): Promise<Decide> {
  return (round) =>
    page.evaluate(async (url) => {
      const startedAt = performance.now();
      await chrome.runtime.sendMessage({ ask: "tab", with: { url, tabId: 0 } });
      return performance.now() - startedAt;
    }, `https://decide-${round}.example/`);
}

async function loading({ browser }: World): Promise<Decide> {
  const page = await browser.visit("https://wake.example/page");
  return (round) =>
    page.evaluate(async (url) => {
      const startedAt = performance.now();
      await fetch(url);
      return performance.now() - startedAt;
    }, `/decide?${round}`);
}
