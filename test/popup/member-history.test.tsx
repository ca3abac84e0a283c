// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import type { History } from "../../src/model/history.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { openPopup } from "./support/open-popup.tsx";
import { click, type Found } from "./support/page.tsx";
import { delay, member, view } from "./support/sample-view.ts";

const MEMBER = member("de-1", { shown: delay(84), testedAt: 1_000 });
const VIEW = view([MEMBER]);
const MIXED: History = [
  { at: 1, delay: 80 },
  { at: 2, delay: 1_200 },
  { at: 3, error: "timeout" },
  { at: 4, delay: 84 },
  { at: 5, delay: 90 },
];

beforeEach(() => fakeBrowser.reset());

const details = (page: Found): Found => page.within(".details");

async function openDetails(history: History) {
  const opened = await openPopup(VIEW, null, history);
  await click(opened.page.within("[data-tag='de-1']").button(/./, { expanded: false }));
  // The answer comes after what the click drew.
  await act(async () => undefined);
  return opened;
}

test("open details say how often tests succeeded, the usual delay, and how far others lie from it", async () => {
  const { page } = await openDetails(MIXED);
  expect(details(page).text).toContain("4 of 5 tests succeeded · usually 87\u202fms, ±\u202f5\u202fms");
});

test("the sparkline has a gap and a mark where a test failed, and says its range in words", async () => {
  const { page } = await openDetails(MIXED);
  const chart = details(page).labelled(/^Delay over the last 5 tests: from 80\u202fms to 1,200\u202fms · last failed /);
  expect(chart.getAttribute("role")).toBe("img");
  const drawn = (part: string): string => chart.querySelector(`.spark-${part}`)?.getAttribute("d") ?? "";
  expect(drawn("line").match(/M/g)).toHaveLength(2);
  expect(drawn("failed").match(/M/g)).toHaveLength(1);
});

test("where no test succeeded there is no usual delay; a single delay has none to differ from", async () => {
  const never = await openDetails([
    { at: 1, error: "refused" },
    { at: 2, error: "refused" },
  ]);
  expect(details(never.page).text).toMatch(/0 of 2 tests succeeded$/);
  expect(
    details(never.page)
      .labelled(/^last failed /)
      .getAttribute("role"),
  ).toBe("img");
  never.page.element.remove();
  const once = await openDetails([
    { at: 1, error: "refused" },
    { at: 2, delay: 84 },
  ]);
  expect(details(once.page).text).toMatch(/1 of 2 tests succeeded$/);
});

test.each<[string, History]>([
  ["no history", []],
  ["the test that is shown already", [{ at: 1, delay: 84 }]],
])("with %s the details are as ever", async (_, history) => {
  const { page } = await openDetails(history);
  expect(details(page).text).toMatch(/Tested/);
  expect(details(page).all("figure")).toEqual([]);
});

test("a background that cannot tell the history leaves the details as they are", async () => {
  const { page } = await openDetails(Promise.reject(new Error("no database")) as never);
  expect(details(page).text).toMatch(/Tested/);
  expect(page.one("[role=alert]").textContent).toBe("");
});

test("the history is asked for when the details open, and again after each test", async () => {
  const { asked, show, page } = await openDetails(MIXED);
  await show(view([{ ...MEMBER, exitCached: true }]));
  expect(asked).toEqual([["history", "de-1"]]);
  await show(view([{ ...MEMBER, testedAt: 2_000 }]));
  expect(asked).toHaveLength(2);
  await click(page.within("[data-tag='de-1']").button(/./, { expanded: true }));
  await show(view([{ ...MEMBER, testedAt: 3_000 }]));
  expect(asked).toHaveLength(2);
});

test("Persian: the words in its own figures, delays from left to right", async () => {
  fakeBrowser.i18n.language = "fa";
  const { page } = await openDetails(MIXED);
  expect(details(page).text).toContain("۴ تست از ۵ تست موفق بود، معمولاً ۸۷\u202fms، ±\u202f۵\u202fms");
  expect(
    details(page)
      .all("bdi[dir=ltr]")
      .map((one) => one.textContent),
  ).toContain("±\u202f۵\u202fms");
});
