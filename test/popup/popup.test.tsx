// @vitest-environment happy-dom
import { cleanup, fireEvent, within } from "@testing-library/preact";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TabView } from "../../src/protocol/view.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { openPopup } from "./support/open-popup.tsx";
import { delay, failed, group, member, view } from "./support/sample-view.ts";

const MEMBERS = [
  member("de-1", { shown: delay(42), exit: { ip: "192.0.2.1", country: "DE" } }),
  member("nl-1", { shown: failed("login_wrong"), exit: { ip: "198.51.100.2", country: "NL" }, exitCached: true }),
  member("us-1", { shown: { kind: "cached" } }),
];
const TAGS = MEMBERS.map(({ tag }) => tag);
const FASTEST = group("fastest", TAGS, { type: "lowest-delay", using: ["de-1"], shown: delay(42) });
const SELECT = group("select", ["fastest", "nl-1"], { type: "selector", using: ["fastest"] });
const VIEW = view(MEMBERS, [FASTEST, SELECT]);
const TAB: TabView = { host: "news.example.com", outbound: "de-1", via: ["select", "fastest"], rule: null, seen: true };

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

const row = (page: Awaited<ReturnType<typeof openPopup>>, tag: string) =>
  within(page.container.querySelector<HTMLElement>(`[data-tag="${tag}"]`) as HTMLElement);

test("at a glance: on, which proxy, which country, how fast", async () => {
  const page = await openPopup(VIEW);
  expect(page.getByRole("switch").getAttribute("aria-checked")).toBe("true");
  const now = page.getByRole("region", { name: "In use now" });
  expect(now.textContent).toMatch(/de-1.*Germany.*192\.0\.2\.1.*42\u202fms/);
});

test("the switch asks for the other mode", async () => {
  const page = await openPopup(VIEW);
  fireEvent.click(page.getByRole("switch"));
  await page.show({ ...VIEW, mode: "system", control: { kind: "off" } });
  fireEvent.click(page.getByRole("switch"));
  expect(page.asked).toEqual([
    ["setMode", "system"],
    ["setMode", "balanced"],
  ]);
});

test("off: the browser's own settings are in force, and nothing can be tested", async () => {
  const page = await openPopup({ ...VIEW, mode: "system", control: { kind: "off" } });
  expect(page.getByText(/uses its own proxy settings/)).toBeTruthy();
  expect(page.getByRole<HTMLButtonElement>("button", { name: "Test all" }).disabled).toBe(true);
});

test("another group is picked to serve", async () => {
  const page = await openPopup(VIEW);
  fireEvent.change(page.getByLabelText(/Which group or proxy serves/), { target: { value: "nl-1" } });
  expect(page.asked).toEqual([["pick", { group: "select", member: "nl-1" }]]);
});

test("in a selector's list a row picks its member", async () => {
  const page = await openPopup(VIEW);
  fireEvent.change(page.getByLabelText("Group to show"), { target: { value: "select" } });
  const fastest = row(page, "fastest").getByRole("button", { pressed: true });
  expect(fastest.textContent).toMatch(/fastest/);
  fireEvent.click(row(page, "nl-1").getByRole("button", { pressed: false }));
  expect(page.asked).toEqual([["pick", { group: "select", member: "nl-1" }]]);
});

test("members that take new connections are told from those that do not, in words too", async () => {
  const page = await openPopup(VIEW);
  expect(row(page, "de-1").getByText("takes new connections")).toBeTruthy();
  expect(row(page, "nl-1").getByText("on standby")).toBeTruthy();
});

test("M21 · a failed member says why, and what to do", async () => {
  const page = await openPopup(VIEW);
  expect(row(page, "nl-1").getByText("wrong login")).toBeTruthy();
  fireEvent.click(row(page, "nl-1").getByRole("button", { expanded: false }));
  expect(row(page, "nl-1").getByText(/did not accept the user name/)).toBeTruthy();
  expect(page.container.textContent).toMatch(/Correct them in the settings/);
});

test("M20 · an exit address of an earlier run is marked as not confirmed", async () => {
  const page = await openPopup(VIEW);
  expect(row(page, "nl-1").getByText(/not confirmed/)).toBeTruthy();
  expect(row(page, "de-1").queryByText(/not confirmed/)).toBeNull();
});

test("LD6 · a delay of an earlier run is not a number", async () => {
  const page = await openPopup(VIEW);
  expect(row(page, "us-1").getByText("not tested")).toBeTruthy();
});

test("M12 · one, or all of a group, is tested when asked", async () => {
  const page = await openPopup(VIEW);
  fireEvent.click(row(page, "us-1").getByRole("button", { name: /Test .*us-1/ }));
  fireEvent.click(page.getByRole("button", { name: "Test all" }));
  fireEvent.change(page.getByLabelText("Group to show"), { target: { value: "" } });
  fireEvent.click(page.getByRole("button", { name: "Test all" }));
  expect(page.asked).toEqual([
    ["test", ["us-1"]],
    ["test", ["fastest"]],
    ["test", []],
  ]);
});

test("tests that were asked for show how far they are, and can be stopped", async () => {
  const page = await openPopup({ ...VIEW, asked: { done: 1, total: 3 } });
  expect(page.getByRole<HTMLProgressElement>("progressbar").value).toBe(1);
  expect(page.getByLabelText("1 of 3 tested")).toBeTruthy();
  fireEvent.click(page.getByRole("button", { name: "Stop" }));
  expect(page.asked).toEqual([["stopTests"]]);
});

test.each<[string, TabView, RegExp]>([
  ["went", TAB, /news\.example\.com went through de-1 · no rule for it · select · fastest/],
  ["would go", { ...TAB, seen: false, rule: 1 }, /news\.example\.com would go through de-1 · rule 2/],
  ["is not ours", { ...TAB, outbound: null }, /does not go through Switchyard/],
])("X5 · how the tab %s is told", async (_, tab, words) => {
  const page = await openPopup(VIEW, tab);
  expect(page.container.querySelector(".tab")?.textContent).toMatch(words);
});

test("a warning takes the place of what would be in use", async () => {
  const page = await openPopup({ ...VIEW, control: { kind: "taken", by: "extension" } }, TAB);
  expect(within(page.getByRole("alert")).getByText("Another extension controls the proxy")).toBeTruthy();
  expect(page.queryByRole("region", { name: "In use now" })).toBeNull();
  expect(page.container.querySelector(".tab")).toBeNull();
});

test("access that was taken away can be given back with one click", async () => {
  const page = await openPopup({ ...VIEW, control: { kind: "no-access" } });
  fireEvent.click(page.getByRole("button", { name: "Allow access" }));
  expect(page.done).toEqual(["access"]);
});

test("no proxies yet: one way on", async () => {
  const page = await openPopup(view([]));
  fireEvent.click(page.getByRole("button", { name: "Paste proxies…" }));
  expect(page.done).toEqual(["settings"]);
});

test("before the first view it neither says on nor off", async () => {
  const page = await openPopup(null);
  expect(page.queryByRole("switch")).toBeNull();
  expect(page.getByText(/Getting the state/)).toBeTruthy();
});

test("the arrow keys move from row to row, in the same column, and Tab finds one row only", async () => {
  const page = await openPopup(VIEW);
  const first = row(page, "de-1").getByRole("button", { name: /Test .*de-1/ });
  first.focus();
  fireEvent.keyDown(first, { key: "ArrowDown" });
  expect(document.activeElement?.textContent).toMatch(/Test .*nl-1/);
  const reached = [...page.container.querySelectorAll<HTMLElement>(".list button")].filter((one) => one.tabIndex === 0);
  expect(new Set(reached.map((one) => one.closest("[data-tag]")?.getAttribute("data-tag")))).toEqual(new Set(["nl-1"]));
});

test("a switched-off member is listed, and cannot be tested", async () => {
  const page = await openPopup(view([member("off-1", { enabled: false }), ...MEMBERS]));
  expect(row(page, "off-1").getByText("switched off")).toBeTruthy();
  expect(row(page, "off-1").queryByRole("button", { name: /Test/ })).toBeNull();
});

test("Persian: words from right to left, addresses and delays from left to right", async () => {
  fakeBrowser.i18n.language = "fa";
  const page = await openPopup(VIEW);
  const now = page.getByRole("region", { name: "در حال استفاده" });
  expect(within(now).getByText("192.0.2.1").getAttribute("dir")).toBe("ltr");
  expect(within(now).getByText("۴۲\u202fms").getAttribute("dir")).toBe("ltr");
  expect(now.textContent).toMatch(/آلمان/);
});

test("a list of a thousand begins with what is seen, and is whole soon after", async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => member(`m-${index}`));
  const page = await openPopup(view(many));
  const rows = (): number => page.container.querySelectorAll("[data-tag]").length;
  expect(rows()).toBeLessThan(1_000);
  await expect.poll(rows, { timeout: 5_000 }).toBe(1_000);
});
