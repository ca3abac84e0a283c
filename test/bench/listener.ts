import type { Page } from "puppeteer-core";
import type { BrowserKind } from "../../scripts/find-browser.mjs";
import { createWorld } from "../e2e/support/world.ts";
import type { Lab } from "../lab/lab.ts";
import { median, rounded } from "./support/median.ts";
import { launchPlain } from "./support/plain-browser.ts";
import type { Table } from "./support/table.ts";

const ROUNDS = 15;
const FETCHES = 100;
const RESOURCES = 200;

/** Hosts of the lab: one speaks HTTP/1.1 only. */
const OLD = "https://bench.h1.test";
const NEW = "https://bench.example";

/** What is measured in a tab; resolves to milliseconds. */
const MEASURES: Readonly<Record<string, (tab: Page, lab: Lab) => Promise<number>>> = {
  "fetch, one after the other": (tab) => fetches(tab),
  [`page of ${RESOURCES}, HTTP/1.1`]: (tab, lab) => load(tab, lab, OLD),
  [`page of ${RESOURCES}, HTTP/2`]: (tab, lab) => load(tab, lab, NEW),
};

/**
 * What deciding for each request costs: a browser with the extension on and one without, whose own settings name the same
 * proxy, side by side; they take turns in every round.
 */
export const benchFirefoxListener = async (): Promise<Table> => ({
  title: `Firefox, time that being asked adds to a request, medians of ${ROUNDS} rounds`,
  rows: await compare("firefox"),
});
export const benchChromiumPac = async (): Promise<Table> => ({
  title: `Chromium, time that the PAC adds to a request, medians of ${ROUNDS} rounds`,
  rows: await compare("chrome"),
});

async function compare(kind: BrowserKind): Promise<Table["rows"]> {
  const world = await createWorld({ proxies: [{ name: "only", kind: "http", exit: 1 }] }, kind);
  const plain = await launchPlain(world.lab, kind).catch(async (error: unknown) => {
    await world.close();
    throw error;
  });
  try {
    await world.on({ monitoring: { interval: "1h" } });
    await world.page.close(); // an open popup would be told of the traffic
    const tabs = {
      with: await world.browser.visit(`${OLD}/page`),
      without: await plain.visit(`${OLD}/page`),
    };
    const rows: Table["rows"][number][] = [];
    for (const [what, measure] of Object.entries(MEASURES)) {
      const took = { with: [] as number[], without: [] as number[] };
      for (let round = -2; round < ROUNDS; round++)
        for (const side of round % 2 === 0 ? (["with", "without"] as const) : (["without", "with"] as const)) {
          const ms = await measure(tabs[side], world.lab);
          if (round >= 0) took[side].push(ms); // the first two warm up
        }
      const [ours, usual] = [median(took.with), median(took.without)];
      rows.push({
        what,
        "without ms": rounded(usual),
        "with ms": rounded(ours),
        "added ms": rounded(ours - usual),
        ratio: rounded(ours / usual),
      });
    }
    const elsewhere = world.lab.requests({ host: /^bench\./, via: "direct" });
    if (elsewhere.length > 0) throw new Error(`${elsewhere.length} requests went by no proxy`);
    return rows;
  } finally {
    await plain.close();
    await world.close();
  }
}

/** The mean of requests on one standing connection. */
function fetches(tab: Page): Promise<number> {
  return tab.evaluate(async (count) => {
    const ask = async (): Promise<void> => void (await fetch("/generate_204", { cache: "no-store" }));
    await ask();
    const from = performance.now();
    for (let i = 0; i < count; i++) await ask();
    return (performance.now() - from) / count;
  }, FETCHES);
}

/** From the navigation's start to the end of its load event. Fails when a resource came out of a cache. */
async function load(tab: Page, lab: Lab, site: string): Promise<number> {
  lab.clear();
  await tab.goto(`${site}/page?n=${RESOURCES}`);
  await tab.waitForFunction(
    () => (performance.getEntriesByType("navigation")[0] as PerformanceNavigationTiming).loadEventEnd > 0,
  );
  const came = lab.requests({ path: /^\/image/ }).length;
  if (came !== RESOURCES) throw new Error(`expected ${RESOURCES} requests for resources, got ${came}`);
  return tab.evaluate(() => performance.getEntriesByType("navigation")[0]?.duration ?? 0);
}
