import { saveConfig } from "../e2e/support/extension-page.ts";
import { createBrowserScope } from "../e2e/support/firefox-inside.ts";
import { createWorld, type World } from "../e2e/support/world.ts";
import { siteNames } from "../routing/site-names.ts";
import { rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

const SETTLE_MS = 3_000;

/** What Firefox's own memory report says of the extensions' process, when all that can be given back has been. */
const MEASURE = `new Promise((done) => {
  const manager = Cc["@mozilla.org/memory-reporter-manager;1"].getService(Ci.nsIMemoryReporterManager);
  manager.minimizeMemoryUsage(() => {
    let sum = 0;
    manager.getReports((process, path, kind, units, amount) => {
      if (/webext|extension/i.test(process) && path.startsWith("explicit/") && units === 0) sum += amount;
    }, null, () => done(String(sum)), null, false);
  });
})`;

/** How much more the background holds, the configuration's text included, with 100,000 rules of one name each, in Firefox, where it holds them itself. */
export async function benchMemory(): Promise<Table> {
  const world = await createWorld({ proxies: [{ name: "only", kind: "http", exit: 1 }] }, "firefox");
  try {
    const inside = await createBrowserScope(world.browser.browser);
    const measure = async (): Promise<number> => {
      await new Promise((done) => setTimeout(done, SETTLE_MS));
      return Number(await inside(MEASURE)) / 1_000_000;
    };
    const rows: Table["rows"][number][] = [];
    await world.on({ monitoring: { interval: "1h" } });
    await withRules(world, 10);
    const before = await measure();
    for (const count of [10_000, 100_000]) {
      await withRules(world, count);
      const now = await measure();
      await world.browser.stopBackground();
      await (await world.browser.visit("http://wakes.example/via")).close();
      const woken = await measure();
      const textMb = JSON.stringify(configOf(world, count), null, 2).length / 1_000_000;
      rows.push({
        rules: count,
        "MB of text": rounded(textMb, 1),
        "MB more": rounded(now - before, 1),
        "MB more, woken": rounded(woken - before, 1),
      });
    }
    return { title: "Memory of rules in Firefox's process of extensions (goal: 10 MB for 100,000)", rows };
  } finally {
    await world.close();
  }
}

const withRules = (world: World, count: number): Promise<void> => saveConfig(world.page, configOf(world, count));

function configOf(world: World, count: number): object {
  const rules = siteNames(count).map((name, i) => ({ domain_suffix: name, outbound: i % 2 === 0 ? "block" : "only" }));
  return world.lab.config({ rules, monitoring: { interval: "1h" } });
}
