import type { Page } from "puppeteer-core";
import type { BrowserKind } from "../../scripts/find-browser.mjs";
import { ask, waitForView } from "../e2e/support/extension-page.ts";
import { allTested, createWorld, type World } from "../e2e/support/world.ts";
import { whole } from "../lab/origin/answer.ts";
import { siteNames } from "../routing/site-names.ts";
import { median, rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

const RULES = 100_000;
const RUNS = 10;
/** What was replaced may still be felt when the call has ended. */
const AFTER_MS = 1_500;
/** Without encryption: a certificate for each new site would cost more than all else. */
const SITE = "http://bench.example";
const LIST = "lists.example/hosts.txt";

/** What pages had to bear while the rules were replaced. */
interface Felt {
  readonly failed: number;
  readonly slowest: number;
  readonly requests: number;
}

/**
 * Replaces 100,000 rules while a page fetches from four loops without a pause, and opens new sites; by saving another
 * configuration, and by the update of a rule list.
 */
export async function benchReplace(): Promise<Table> {
  const rows: Table["rows"][number][] = [];
  for (const kind of ["chrome", "firefox"] as const) rows.push(...(await measure(kind)));
  return {
    title: `Replacing ${RULES} rules while pages fetch, ${RUNS} runs (goals: 0 failed; slowest request 300 ms by the median)`,
    rows,
  };
}

async function measure(kind: BrowserKind): Promise<readonly Table["rows"][number][]> {
  const world = await createWorld({ proxies: [{ name: "only", kind: "http", exit: 1 }] }, kind);
  try {
    await world.on({ monitoring: { interval: "1h" } });
    const tab = await world.browser.visit(`${SITE}/page`);
    await tab.evaluate(fetchOn);
    const idle = await felt(tab, async () => {});
    const names = siteNames(RULES);
    const texts = ["block", "direct"].map((outbound) => configText(world, names, outbound));
    await world.page.evaluate((all) => Object.assign(globalThis, { texts: all }), texts);
    await save(world.page, 1);
    const saved = await repeat(tab, (run) => save(world.page, run % 2));

    const lists = [names.slice(0, RULES / 2), names.slice(RULES / 2)].map((half, i) =>
      [...half, ...Array.from({ length: RULES / 2 }, (_, at) => `n${i}-${at}.example`)].join("\n"),
    );
    world.lab.setAnswer(LIST, whole(200, "text/plain", lists[1] ?? ""));
    await world.page.evaluate((text) => Object.assign(globalThis, { texts: [text] }), listConfig(world));
    await save(world.page, 0);
    await updated(world, 0);
    // The list is told before it is in force, and until then its rule blocks.
    await new Promise((done) => setTimeout(done, AFTER_MS));
    const listed = await repeat(tab, async (run) => {
      const before = Date.now();
      world.lab.setAnswer(LIST, whole(200, "text/plain", lists[run % 2] ?? ""));
      await ask(world.page, "updateList", "hosts");
      await updated(world, before);
    });
    const row = (how: string, runs: readonly (Felt & { readonly tookMs: number })[]) => ({
      browser: kind,
      how,
      failed: runs.reduce((sum, { failed }) => sum + failed, 0),
      requests: runs.reduce((sum, { requests }) => sum + requests, 0),
      "slowest ms, median": rounded(median(runs.map(({ slowest }) => slowest)), 0),
      "slowest ms, worst": rounded(Math.max(...runs.map(({ slowest }) => slowest)), 0),
      "replaced after ms, median": rounded(median(runs.map(({ tookMs }) => tookMs)), 0),
    });
    return [
      row("nothing is replaced", [{ ...idle, tookMs: 0 }]),
      row("configuration saved", saved),
      row("rule list updated", listed),
    ];
  } finally {
    await world.close();
  }
}

const configText = (world: World, names: readonly string[], outbound: string): string =>
  JSON.stringify(
    world.lab.config({
      rules: names.map((name, i) => ({ domain_suffix: name, outbound: i % 2 === 0 ? outbound : "only" })),
      monitoring: { interval: "1h" },
    }),
  );

const listConfig = (world: World): string =>
  JSON.stringify(
    world.lab.config({
      rules: [{ rule_set: "hosts", outbound: "block" }],
      lists: [{ type: "remote", tag: "hosts", url: `https://${LIST}`, format: "domains", download_detour: "only" }],
      monitoring: { interval: "1h" },
    }),
  );

/** Saves one of the texts that the extension's page holds. */
async function save(page: Page, which: number): Promise<void> {
  const outcome = await page.evaluate(async (at) => {
    const api = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
    const send = (name: string, given?: unknown) => api.runtime.sendMessage({ ask: name, with: given });
    const { revision } = (await send("readConfig")).value;
    const { texts } = globalThis as unknown as { texts: readonly string[] };
    return JSON.stringify((await send("saveConfig", { text: texts[at], basedOn: revision })).value);
  }, which);
  if (!outcome.includes('"saved"')) throw new Error(`not saved: ${outcome.slice(0, 500)}`);
}

const updated = (world: World, since: number) =>
  waitForView(
    world.page,
    "the list",
    (view) => allTested(view) && view.lists.every(({ updatedAt, updating }) => (updatedAt ?? 0) > since && !updating),
  );

async function repeat(tab: Page, replace: (run: number) => Promise<void>) {
  const runs: (Felt & { readonly tookMs: number })[] = [];
  for (let run = 0; run < RUNS; run++) {
    const from = Date.now();
    let tookMs = 0;
    const one = await felt(tab, async () => {
      await replace(run);
      tookMs = Date.now() - from;
    });
    runs.push({ ...one, tookMs });
  }
  return runs;
}

async function felt(tab: Page, replace: () => Promise<void>): Promise<Felt> {
  await tab.evaluate(() => (globalThis as unknown as Fetching).begin());
  await replace();
  await new Promise((done) => setTimeout(done, AFTER_MS));
  return JSON.parse(await tab.evaluate(() => (globalThis as unknown as Fetching).end()));
}

interface Fetching {
  begin(): void;
  end(): Promise<string>;
}

/** Runs in a page. */
function fetchOn(): void {
  let seen = { failed: 0, slowest: 0, requests: 0 };
  const running = new Set<number>();
  async function timed(url: string, mode: RequestMode): Promise<void> {
    const from = performance.now();
    running.add(from);
    const ok = await fetch(url, { cache: "no-store", mode }).then(
      () => true,
      () => false,
    );
    running.delete(from);
    const took = performance.now() - from;
    seen = {
      failed: seen.failed + (ok ? 0 : 1),
      slowest: Math.max(seen.slowest, took),
      requests: seen.requests + 1,
    };
  }
  const loop = async (next: () => Promise<void>): Promise<void> => {
    for (;;) {
      await next();
      await new Promise((done) => setTimeout(done, 4));
    }
  };
  for (let i = 0; i < 3; i++) void loop(() => timed("/generate_204", "same-origin"));
  let site = 0;
  void loop(() => timed(`http://s${++site}.bench.example/generate_204`, "no-cors"));
  Object.assign(globalThis, {
    begin() {
      seen = { failed: 0, slowest: 0, requests: 0 };
    },
    async end() {
      // What still waits counts by how long it has waited.
      const now = performance.now();
      return JSON.stringify({ ...seen, slowest: Math.max(seen.slowest, ...[...running].map((from) => now - from)) });
    },
  });
}
