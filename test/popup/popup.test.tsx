// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { beforeEach, expect, test, vi } from "vitest";
import type { TabView, View } from "../../src/protocol/view.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { openPopup } from "./support/open-popup.tsx";
import { click, enter, type Found, press } from "./support/page.tsx";
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
const TAB: TabView = {
  host: "news.example.com",
  outbound: "de-1",
  unrouted: null,
  via: ["select", "fastest"],
  rule: null,
  missingList: null,
  site: { host: "example.com", below: true },
  seen: true,
  why: [],
};

beforeEach(() => fakeBrowser.reset());

const row = (page: Found, tag: string): Found => page.within(`[data-tag="${tag}"]`);
const showList = (page: Found, group: string): Promise<void> => enter(page.labelled("Group to show"), group);

test("at a glance: on, which proxy, which country, how fast", async () => {
  const { page } = await openPopup(VIEW);
  expect(page.one("[aria-checked=true]").textContent).toBe("Balanced");
  const now = page.within(".now");
  expect(now.text).toMatch(/de-1.*Germany.*192\.0\.2\.1.*42\u202fms/);
});

test("balanced, direct and system are three plain choices, of which one is chosen", async () => {
  const { page, asked, show } = await openPopup(VIEW);
  const choices = page.within("[role=radiogroup]");
  expect(choices.all("[role=radio]").map((choice) => choice.textContent)).toEqual(["Balanced", "Direct", "System"]);
  await click(choices.button("System"));
  await show({ ...VIEW, mode: "system", control: { kind: "off" } });
  expect(page.has("Switchyard is off now: the browser uses its own settings.")).toBe(true);
  await click(choices.button("Direct"));
  await show({ ...VIEW, mode: "direct" });
  expect(choices.one("[aria-checked=true]").textContent).toBe("Direct");
  await click(choices.button("Direct"));
  await click(choices.button("Balanced"));
  expect(asked).toEqual([
    ["setMode", "system"],
    ["setMode", "direct"],
    ["setMode", "balanced"],
  ]);
});

test.each([
  ["en", "ArrowRight", "Direct"],
  ["fa", "ArrowLeft", "مستقیم"],
])(
  "in %s the key %s moves on to “%s” and chooses nothing: no request goes directly on the way",
  async (language, key, next) => {
    fakeBrowser.i18n.language = language;
    const { page, asked } = await openPopup(VIEW);
    const choices = page.within("[role=radiogroup]");
    expect(choices.all("[tabindex='0']").map((choice) => choice.getAttribute("aria-checked"))).toEqual(["true"]);
    await press(choices.one("[aria-checked=true]"), key);
    expect(document.activeElement?.textContent).toBe(next);
    expect(asked).toEqual([]);
  },
);

test("direct: nothing is said of who would carry it, and proxies can be tested", async () => {
  const tab: TabView = { ...TAB, outbound: "direct", via: [], seen: false };
  const { page } = await openPopup({ ...VIEW, mode: "direct" }, tab);
  expect(page.within(".now").text).toMatch(/Direct, without a proxy.*whatever the rules say/);
  await expect.poll(() => page.text).toContain("news.example.com would go directly, without a proxy");
  expect(page.text).not.toContain("no rule for it");
  expect(page.text).not.toContain("takes new connections");
  expect(page.button("Test all").disabled).toBe(false);
});

test("off: the browser's own settings are in force, and nothing can be tested", async () => {
  const { page } = await openPopup({ ...VIEW, mode: "system", control: { kind: "off" } });
  expect(page.has(/uses its own proxy settings/)).toBe(true);
  expect(page.button("Test all").disabled).toBe(true);
});

test("another group is picked to serve", async () => {
  const { page, asked } = await openPopup(VIEW);
  await enter(page.labelled(/Which group or proxy serves/), "nl-1");
  expect(asked).toEqual([["pick", { group: "select", member: "nl-1" }]]);
});

test("in a selector's list a row picks its member", async () => {
  const { page, asked } = await openPopup(VIEW);
  await showList(page, "select");
  const fastest = row(page, "fastest").button(/./, { pressed: true });
  expect(fastest.textContent).toMatch(/fastest/);
  await click(row(page, "nl-1").button(/./, { pressed: false }));
  expect(asked).toEqual([["pick", { group: "select", member: "nl-1" }]]);
});

test("members that take new connections are told from those that do not, in words too", async () => {
  const { page } = await openPopup(VIEW);
  expect(row(page, "de-1").has("takes new connections")).toBe(true);
  expect(row(page, "nl-1").has("on standby")).toBe(true);
});

test("M21 · a failed member says why, and what to do", async () => {
  const { page } = await openPopup(VIEW);
  expect(row(page, "nl-1").has("wrong login")).toBe(true);
  await click(row(page, "nl-1").button(/./, { expanded: false }));
  expect(row(page, "nl-1").has(/did not accept the user name/)).toBe(true);
  expect(page.text).toMatch(/Correct them in the settings/);
});

test("M20 · an exit address of an earlier run is marked as not confirmed", async () => {
  const { page } = await openPopup(VIEW);
  expect(row(page, "nl-1").has(/not confirmed/)).toBe(true);
  expect(row(page, "de-1").has(/not confirmed/)).toBe(false);
});

test("LD6 · a delay of an earlier run is not a number", async () => {
  const { page } = await openPopup(VIEW);
  expect(row(page, "us-1").has("not tested")).toBe(true);
});

test("M12 · one, or all of a group, is tested when asked", async () => {
  const { page, asked } = await openPopup(VIEW);
  await click(row(page, "us-1").button(/Test .*us-1/));
  await click(page.button("Test all"));
  await showList(page, "");
  await click(page.button("Test all"));
  expect(asked).toEqual([
    ["test", ["us-1"]],
    ["test", ["fastest"]],
    ["test", []],
  ]);
});

test("tests that were asked for show how far they are, and can be stopped", async () => {
  const { page, asked } = await openPopup({ ...VIEW, asked: { done: 1, total: 3 } });
  expect(page.labelled<HTMLProgressElement>("1 of 3 tested").value).toBe(1);
  await click(page.button("Stop"));
  expect(asked).toEqual([["stopTests"]]);
});

test.each<[string, TabView, RegExp]>([
  ["went", TAB, /news\.example\.com went through de-1 · no rule for it · select · fastest/],
  ["would go", { ...TAB, seen: false, rule: 1 }, /news\.example\.com would go through de-1 · rule 2/],
  ["is not ours", { ...TAB, outbound: null }, /does not go through Switchyard/],
])("X5 · how the tab %s is told", async (_, tab, words) => {
  const { page } = await openPopup(VIEW, tab);
  expect(page.one(".tab").textContent).toMatch(words);
});

test("the tab's site can be sent another way until the browser closes, and each such rule is shown and removed", async () => {
  const temporary = [
    { host: "example.com", below: true, outbound: "nl-1", missing: false },
    { host: "old.test", below: true, outbound: "gone", missing: true },
  ];
  const { page, asked } = await openPopup({ ...VIEW, temporary }, { ...TAB, rule: "temporary" });
  expect(page.one(".tab").textContent).toMatch(/temporary rule/);
  const list = page.within(".temporary");
  const choice = list.labelled<HTMLSelectElement>(/What .*example\.com.* goes through/);
  expect(choice.value).toBe("nl-1");
  expect([...choice.options].map(({ value }) => value)).toEqual(["", "fastest", "select", ...TAGS, "direct", "block"]);
  expect(list.all("li").map((one) => one.textContent)).toEqual([
    expect.stringMatching(/example\.com through .*nl-1.* until the browser closes/),
    expect.stringMatching(/old\.test is blocked: .*gone.* is not in the configuration/),
  ]);
  await enter(choice, "direct");
  await enter(choice, "");
  await click(list.button(/Remove .*old\.test/));
  expect(asked).toEqual([
    ["addTemporary", { host: "example.com", outbound: "direct" }],
    ["removeTemporary", "example.com"],
    ["removeTemporary", "old.test"],
  ]);
});

test("no rule is offered where none can be made: off, or for a page that is not routed", async () => {
  const off = await openPopup({ ...VIEW, mode: "system", control: { kind: "off" } }, TAB);
  expect(off.page.all(".temporary")).toEqual([]);
  const internal = await openPopup(VIEW, { ...TAB, outbound: null, site: null });
  expect(internal.page.all(".temporary")).toEqual([]);
});

test("a warning takes the place of what would be in use", async () => {
  const { page } = await openPopup({ ...VIEW, control: { kind: "taken", by: "extension" } }, TAB);
  expect(page.within("[role=alert]").has("Another extension controls the proxy")).toBe(true);
  expect(page.has("In use now")).toBe(false);
  expect(page.all(".tab")).toEqual([]);
});

test("access that was taken away can be given back with one click", async () => {
  const { page, done } = await openPopup({ ...VIEW, control: { kind: "no-access", requests: "direct" } });
  await click(page.button("Allow access"));
  expect(done).toEqual(["access"]);
});

const UNASKED: View = {
  ...VIEW,
  control: { kind: "exposed", by: "permission" },
  unrouted: { privateWindows: "unasked", list: null },
};

test("a hint can be hidden, and hides nothing of what is in use", async () => {
  const { page, done } = await openPopup(UNASKED);
  expect(page.has("In use now")).toBe(true);
  expect(page.has("Private windows are not protected")).toBe(true);
  await click(page.button("Hide this"));
  expect(page.has("Private windows are not protected")).toBe(false);
  expect(done).toEqual(["hide private-windows"]);
});

test("B20 · each notice is hidden by itself, and gone when there is nothing to tell any more", async () => {
  const list = { hosts: ["intranet.example", "<local>"], by: "permission" } as const;
  const both: View = { ...UNASKED, unrouted: { privateWindows: "unasked", list } };
  const { page, done, show } = await openPopup(both);
  const [first, second] = page.all(".banner").map((banner) => banner.textContent ?? "");
  expect(first).toMatch(/Some hosts go directly.*intranet\.example.*names without a dot.*Run in Private Windows/);
  expect(second).toContain("Private windows are not protected");
  await click(page.all(".banner button")[0] ?? page.element);
  expect(page.all(".banner")).toHaveLength(1);
  expect(done).toEqual(["hide list permission intranet.example <local>"]);
  await show({ ...both, unrouted: { ...both.unrouted, list: { ...list, hosts: ["another.example"] } } });
  expect(page.all(".banner")).toHaveLength(2);
  await show({ ...VIEW, control: { kind: "ours" } });
  expect(page.all(".banner")).toEqual([]);
});

test.each([
  ["loopback", "news.example.com goes directly: the browser itself sends it past every proxy."],
  ["list", "news.example.com goes directly: it is on Firefox’s list “No proxy for”."],
  [null, "This page does not go through Switchyard."],
] as const)("X5 · a tab that is not routed by us (%s) is told without a proxy", async (unrouted, words) => {
  const { page } = await openPopup(VIEW, { ...TAB, outbound: null, site: null, via: [], unrouted });
  await expect.poll(() => page.one(".tab").textContent).toBe(words);
});

test("no proxies yet: one way on", async () => {
  const { page, done } = await openPopup(view([]));
  await click(page.button("Paste proxies…"));
  expect(done).toEqual(["settings"]);
});

test.each([
  ["has an error", { kind: "blocked", why: "bad-config" }],
  ["cannot be read", { kind: "blocked", why: "storage" }],
] as const)("a configuration that %s is there: nobody is asked to add proxies", async (_, control) => {
  const { page } = await openPopup(view([], [], { control, final: null }));
  expect(page.has(/everything is blocked/)).toBe(true);
  expect(page.hasButton("Paste proxies…")).toBe(false);
});

test("before the first view it neither says on nor off", async () => {
  const { page } = await openPopup(null);
  expect(page.all("[role=radiogroup]")).toEqual([]);
  expect(page.has(/Getting the state/)).toBe(true);
});

test("a background that never answers is not waited for in silence", async () => {
  vi.useFakeTimers();
  try {
    const { page } = await openPopup(null);
    expect(page.has(/Still no answer/)).toBe(false);
    await act(async () => void (await vi.advanceTimersByTimeAsync(8_000)));
    expect(page.has(/Still no answer\. .*nothing of yours is lost/)).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test("the arrow keys move from row to row, in the same column, and Tab finds one row only", async () => {
  const { page } = await openPopup(VIEW);
  const first = row(page, "de-1").button(/Test .*de-1/);
  first.focus();
  await press(first, "ArrowDown");
  expect(document.activeElement?.textContent).toMatch(/Test .*nl-1/);
  const reached = page.all(".list button").filter((one) => one.tabIndex === 0);
  expect(new Set(reached.map((one) => one.closest("[data-tag]")?.getAttribute("data-tag")))).toEqual(new Set(["nl-1"]));
});

test("a switched-off member is listed, and cannot be tested", async () => {
  const { page } = await openPopup(view([member("off-1", { enabled: false }), ...MEMBERS]));
  expect(row(page, "off-1").has("switched off")).toBe(true);
  expect(row(page, "off-1").hasButton(/Test/)).toBe(false);
});

test("Persian: words from right to left, addresses and delays from left to right", async () => {
  fakeBrowser.i18n.language = "fa";
  const { page } = await openPopup(VIEW);
  const now = page.within("[aria-label='در حال استفاده']");
  expect(now.all("bdi[dir=ltr]").map((one) => one.textContent)).toContain("192.0.2.1");
  expect(now.all("bdi[dir=ltr]").map((one) => one.textContent)).toContain("۴۲\u202fms");
  expect(now.text).toMatch(/آلمان/);
});

test("a list of a thousand begins with what is seen, and is whole soon after", async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => member(`m-${index}`));
  const { page } = await openPopup(view(many));
  const rows = (): number => page.all("[data-tag]").length;
  expect(rows()).toBeLessThan(1_000);
  await expect.poll(rows).toBe(1_000);
});
