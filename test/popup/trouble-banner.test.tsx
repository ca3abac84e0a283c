// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import type { Trouble, View } from "../../src/protocol/view.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { openPopup } from "./support/open-popup.tsx";
import { click } from "./support/page.tsx";
import { group, member, view } from "./support/sample-view.ts";

beforeEach(() => fakeBrowser.reset());

const trouble = (tag: string, line: number): Trouble => ({
  effect: { kind: "outbound", tag },
  problem: { path: `outbounds[${line}].type`, came: '"ftp"', expected: "a text", line, level: "error" },
});
const SELECT = group("select", ["x", "a"], { type: "selector", selected: "x" });
const troubled = (more: Partial<View> = {}): View =>
  view([member("a")], [SELECT], {
    plain: { direct: "direct", block: "block", x: "refused" },
    troubles: { first: [1, 2, 3, 4].map((line) => trouble(line === 1 ? "x" : `x${line}`, line)), count: 7 },
    ...more,
  });

test("B20 · which parts are blocked and why stands at the top, with a way to the settings", async () => {
  const { page, done } = await openPopup(troubled());
  const banner = page.within(".banners");
  expect(banner.text).toContain("Part of your configuration cannot be used as it is written");
  expect(banner.text).toMatch(/\u2068x\u2069 is blocked\.Line 1: .*outbounds\[1\]\.type expected a text.*got "ftp"/);
  expect(banner.all(".troubles li").map((item) => item.textContent)).toHaveLength(4);
  expect(banner.text).toContain("and 4 more");
  await click(banner.button("Settings"));
  expect(done).toEqual(["settings"]);
});

test("B20 · what is picked and cannot be used is not told as one that a person told to block", async () => {
  const { page } = await openPopup(troubled());
  expect(page.within(".now").text).toMatch(/Everything is blocked.*x.*cannot be used as it is written/);
  expect(page.within('[data-tag="x"]').text).toContain("blocked: cannot be used as it is written");
});

test("B20 · while requests go another way, or nothing is wrong, none of it is said", async () => {
  const { page, show } = await openPopup(troubled({ mode: "direct" }));
  expect(page.all(".troubles")).toHaveLength(0);
  for (const more of [
    { control: { kind: "taken", by: "extension" } },
    { troubles: { first: [], count: 0 } },
  ] as const) {
    await show(troubled(more));
    expect(page.all(".troubles")).toHaveLength(0);
  }
});
