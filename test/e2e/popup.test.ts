import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, readView, waitForView } from "./support/extension-page.ts";
import { openPopup } from "./support/popup.ts";
import { readRecords } from "./support/storage.ts";
import { until } from "./support/until.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  let popup: Page;
  beforeAll(async () => {
    world = await createWorld({}, kind);
    popup = await openPopup(world.browser);
  });
  afterAll(() => world?.close());

  const text = (): Promise<string> => popup.evaluate(() => document.body.textContent ?? "");
  const says = (words: string) => until(`the popup to say ${words}`, async () => (await text()).includes(words));
  /** Clicks what a screen reader would find under this role and name. */
  const click = (page: Page, role: string, name: string) =>
    page.locator(`::-p-aria([role="${role}"][name="${name}"])`).click();

  test("without proxies the popup leads to the options page, where pasted lines become proxies and groups", async () => {
    await until("the empty popup", async () => (await text()).length > 20);
    const options = await world.browser.open("popup/options/index.html");
    const lines = world.lab.proxies.map(({ kind, address, port, behaviour }) => {
      const { account } = behaviour();
      return `${kind}://${account ? `${account.username}:${account.password}@` : ""}${address}:${port}`;
    });
    await options.locator("textarea").fill(lines.join("\n"));
    await click(options, "button", `Add ${lines.length} proxies`);
    const view = await waitForView(world.page, "the proxies", (v) => v.members.length === lines.length);
    expect(view.groups.map(({ tag, type }) => `${tag} ${type}`).sort()).toEqual([
      "balance round-robin",
      "fastest lowest-delay",
      "select selector",
    ]);
    await options.close();
  });

  test("the choice “Balanced” in the popup turns it on, and every member shows its delay and its exit country", async () => {
    await popup.bringToFront();
    await click(popup, "radio", "Balanced");
    await waitForView(world.page, "every exit", (v) => allTested(v) && v.members.every(({ exit }) => exit !== null));
    for (const country of ["Germany", "Netherlands", "Finland", "United States"]) await says(country);
    const { members } = await readView(world.page);
    for (const { shown } of members) await says(shown.kind === "delay" ? String(shown.delay) : "no delay");
  });

  test("test all, and the test of one, send new tests and show what came", async () => {
    await world.lab.proxy("de-1").stop();
    world.lab.clear();
    const asked = Date.now();
    await click(popup, "button", "Test all");
    const view = await waitForView(
      world.page,
      "new results",
      (v) => allTested(v) && v.members.every(({ testedAt }) => (testedAt ?? 0) >= asked),
    );
    const failed = view.members.filter(({ shown }) => shown.kind === "failed");
    expect(failed.map(({ tag }) => tag)).toEqual([
      `${world.lab.proxy("de-1").address}:${world.lab.proxy("de-1").port}`,
    ]);
    expect(world.lab.requests({ path: "/generate_204" }).length).toBeGreaterThanOrEqual(world.lab.proxies.length - 1);

    await world.lab.proxy("de-1").start();
    const [tag = ""] = failed.map((member) => member.tag);
    const again = Date.now();
    await popup.locator(`button[title*="${tag}"]`).click();
    const mended = await waitForView(world.page, "the test of one", (v) => (memberIn(v, tag).testedAt ?? 0) >= again);
    expect(memberIn(mended, tag).shown.kind).toBe("delay");
  });

  test("open details show the last tests in words and as a line, also after the background was stopped", async () => {
    const { address, port } = world.lab.proxy("de-1");
    const tag = `${address}:${port}`;
    const kept = await ask(world.page, "history", tag);
    expect(kept.map((ended) => ("error" in ended ? ended.error : "delay"))).toEqual(["delay", "refused", "delay"]);
    await world.browser.stopBackground();
    expect(await ask(world.page, "history", tag)).toEqual(kept);

    await popup.bringToFront();
    await popup.locator(`[data-tag="${tag}"] [data-part="main"]`).click();
    await says("2 of 3 tests succeeded · usually ");
    const chart = await popup.$eval(".spark", (svg) => ({
      says: svg.getAttribute("aria-label"),
      lines: svg.querySelector(".spark-line")?.getAttribute("d")?.match(/M/g)?.length,
      failures: svg.querySelector(".spark-failed")?.getAttribute("d")?.match(/M/g)?.length,
    }));
    expect(chart).toMatchObject({ lines: 2, failures: 1 });
    expect(chart.says).toMatch(/^Delay over the last 3 tests: from .* · last failed /);

    const records = await readRecords(world.page, "switchyard", "history");
    expect(records).toHaveLength(world.lab.proxies.length);
    expect(JSON.stringify(records)).not.toContain("let-me-in");
  });
});
