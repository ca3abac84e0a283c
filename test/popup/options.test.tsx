// @vitest-environment happy-dom
import { act } from "preact/test-utils";
import { beforeEach, expect, test } from "vitest";
import type { Ask } from "../../popup/client.ts";
import { createOptions } from "../../popup/models/options.ts";
import { OptionsApp } from "../../popup/views/options/options-app.tsx";
import type { AddressView } from "../../src/protocol/address-view.ts";
import type { RuleListView, View } from "../../src/protocol/view.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { configDesk } from "./support/config-desk.ts";
import { eventually } from "./support/eventually.ts";
import { click, enter, openPage } from "./support/page.tsx";
import { failed, member, view } from "./support/sample-view.ts";

const GOOD =
  '{\n  "outbounds": [\n    { "type": "http", "tag": "a", "server": "192.0.2.1", "server_port": 3128 }\n  ]\n}';
const BAD = GOOD.replace("3128", "99999");

async function openOptions(text: string, held: readonly string[] = [], more: Partial<View> = {}) {
  const desk = configDesk(text, held);
  const asked: unknown[] = [];
  let back: () => void = () => undefined;
  const options = createOptions({
    ask: ((name, ...given) => {
      if (name === "explain") asked.push([name, ...given]);
      if (name !== "updateList" && name !== "setWebRtc") return desk.ask(name, ...given);
      return Promise.resolve(asked.push([name, ...given]));
    }) as Ask,
    subscribe: (take) =>
      take(
        view(
          held.map((tag) => member(tag, { shown: failed("account_kept") })),
          [],
          { mode: "system", control: { kind: "off" }, ...more },
        ),
      ),
    onReturn: (then) => {
      back = then;
    },
    pages: {
      family: "firefox",
      activeTab: async () => null,
      containers: async () => ["firefox-default", "firefox-container-2"],
      openSettings: async () => undefined,

      openOwnPage: async () => undefined,
      requestAccess: async () => true,
      async requestPermission(name) {
        asked.push(name);
        return true;
      },
      hints: { isHidden: () => false, hide: () => undefined },
    },
  });
  const page = await openPage(<OptionsApp options={options} />);
  const editor = page.labelled<HTMLTextAreaElement>("Configuration, as JSON");
  return { page, desk, editor, asked, comeBack: () => act(async () => back()) };
}

beforeEach(() => fakeBrowser.reset());

test("the editor holds what is saved, left to right, with its lines numbered", async () => {
  const { page, editor } = await openOptions(GOOD);
  expect([editor.value, editor.closest("[dir]")?.getAttribute("dir")]).toEqual([GOOD, "ltr"]);
  expect(page.one(".editor-numbers").textContent).toBe("1\n2\n3\n4\n5");
});

test("an error is listed with its line, the line is marked, and a click leads there", async () => {
  const { page, editor } = await openOptions(GOOD);
  await enter(editor, BAD);
  const error = await eventually(() => page.button(/Line 3.*server_port/));
  expect(page.one(".editor-mark").getAttribute("data-level")).toBe("error");
  expect(editor.getAttribute("aria-invalid")).toBe("true");
  await click(error);
  expect(editor.value.slice(editor.selectionStart, editor.selectionEnd)).toMatch(/"server_port": 99999/);
});

test.each([
  [[], []],
  [["a"], ["browsingData"]],
])("a save that leaves %j held back asks for %j, in the same click", async (held, permissions) => {
  const { page, editor, asked } = await openOptions("", held);
  await enter(editor, GOOD);
  await click(page.button("Save"));
  await expect.poll(() => page.has("Saved.")).toBe(true);
  expect(asked).toEqual(permissions);
});

test("proxies that are held back are named, with a button that asks for what ends it", async () => {
  const { page, asked } = await openOptions(GOOD, ["a", "b", "c", "d", "e", "f"]);
  expect(page.has(/Chrome still knows a former account: .*a.*, .*e.*…/)).toBe(true);
  expect(page.has(/\u2068f\u2069/)).toBe(false);
  await click(page.button("Let Chrome forget it"));
  expect(asked).toEqual(["browsingData"]);
});

test("saving says how it went", async () => {
  const { page, desk, editor } = await openOptions("");
  await enter(editor, GOOD);
  expect(page.has("Unsaved changes")).toBe(true);
  await click(page.button("Save"));
  await expect.poll(() => page.has("Saved.")).toBe(true);
  expect(desk.text()).toBe(GOOD);
});

test("a save elsewhere does not touch what was written here, and says so", async () => {
  const { page, desk, editor, comeBack } = await openOptions("");
  await enter(editor, GOOD);
  desk.saveElsewhere("other");
  await comeBack();
  expect(editor.value).toBe(GOOD);
  expect(page.has(/changed elsewhere/)).toBe(true);
  await click(page.button("Load the other one"));
  expect(editor.value).toBe("other");
  await click(page.button("Bring it back"));
  expect(editor.value).toBe(GOOD);
});

test("pasted lines are counted, skipped ones explained, and adding offers to switch on", async () => {
  const { page } = await openOptions("");
  await enter(page.labelled("Proxy lines"), "192.0.2.1:3128\nvless://x@a.example:443");
  expect(page.has("1 proxy found · 1 line skipped")).toBe(true);
  expect(page.has(/Line 2: a browser cannot speak/)).toBe(true);
  await click(page.button("Add 1 proxy"));
  await expect.poll(() => page.has("Added and saved.")).toBe(true);
  expect(page.hasButton("Start using them")).toBe(true);
});

test("a line with the account that a proxy lacks is offered to it, and given on one click more", async () => {
  const { page, desk } = await openOptions("");
  await enter(page.labelled("Proxy lines"), "192.0.2.1:3128");
  expect(page.has(/both with an account and without/)).toBe(false);
  await click(page.button("Add 1 proxy"));
  await enter(page.labelled("Proxy lines"), "192.0.2.1:3128:u:p");
  expect(page.hasButton("Add 1 proxy")).toBe(true);
  expect(page.has(/^1 proxy stands .* both with an account and without/)).toBe(true);
  await click(page.one("section .choices input"));
  await click(page.button("Give the account"));
  await expect.poll(() => page.has("The account is given and saved.")).toBe(true);
  expect(JSON.parse(desk.text() ?? "").outbounds[0]).toMatchObject({ server: "192.0.2.1", username: "u" });
});

test("a former version can be looked at and put into the editor, unsaved", async () => {
  const { page, desk, editor, comeBack } = await openOptions(GOOD);
  desk.saveElsewhere(BAD);
  await comeBack();
  await click(page.button(/Look at the version of/));
  expect((await eventually(() => page.labelled<HTMLTextAreaElement>(/^Version of/))).value).toBe(GOOD);
  await click(page.button("Put it into the editor"));
  expect([editor.value, desk.text()]).toEqual([GOOD, BAD]);
});

const LIST: RuleListView = {
  tag: "ads",
  taken: 1_200,
  left: { path: 3, unreadable: 1 },
  updatedAt: 0,
  triedAt: 0,
  trouble: null,
  updating: false,
};

test("each rule list says what it has, since when, what was left out of it, and why an update failed", async () => {
  const failed: RuleListView = { ...LIST, tag: "old", left: {}, trouble: { kind: "html" } };
  const missing: RuleListView = { ...LIST, tag: "new", taken: null, updatedAt: null, triedAt: null, left: {} };
  const { page } = await openOptions(GOOD, [], { lists: [LIST, failed, missing] });
  const rows = page.all(".lists > li").map((row) => row.textContent);
  expect(rows).toEqual([
    expect.stringMatching(/ads.*1,200 entries\. Updated .*1970.*3 that ask for more .*1 that could not be read/),
    expect.stringMatching(/old.*1,200 entries.*The update of .* failed\. A web page came/),
    expect.stringMatching(/new.*Not loaded yet: .* are blocked/),
  ]);
});

test("a rule list is updated when asked; none is shown where there is none", async () => {
  const lists = [LIST, { ...LIST, tag: "busy", updating: true }];
  const { page, asked } = await openOptions(GOOD, [], { lists, mode: "balanced" });
  await click(page.button(/Update the list .*ads/));
  expect(asked).toEqual([["updateList", "ads"]]);
  expect(page.button(/Update the list .*busy/).disabled).toBe(true);
  expect((await openOptions(GOOD)).page.all(".lists")).toEqual([]);
  const off = await openOptions(GOOD, [], { lists: [LIST] });
  expect(off.page.button(/Update the list .*ads/).disabled).toBe(true);
});

const FOUND: AddressView = {
  kind: "found",
  origin: "https://example.com:443",
  unrouted: null,
  rule: 2,
  text: '{"domain_suffix":["example.com"],"outbound":"select"}',
  outbound: "a",
  blocked: null,
  why: [
    { group: "select", member: "balance", how: { kind: "selected" }, facts: null },
    {
      group: "balance",
      member: "a",
      how: { kind: "turn", place: 0, of: 2 },
      facts: { strategy: { kind: "round-robin" }, members: [], acceptable: 200, held: false } as never,
    },
  ],
  went: "b",
};

test("a typed address: the way it would go and why, or what is wrong with it", async () => {
  const { page, desk, asked } = await openOptions(GOOD);
  desk.explains(FOUND);
  const section = page.within("[aria-labelledby=address-heading]");
  await enter(section.labelled("Address, host or IP"), "example.com");
  await expect.poll(() => section.text).toMatch(/https:\/\/example\.com:443 would go through a/);
  expect(section.all("li").map((line) => line.textContent)).toEqual([
    'rule 3 {"domain_suffix":["example.com"],"outbound":"select"}',
    "select uses balance (picked by you, or the group's default)",
    "balance uses, for example, a (the group's proxies take turns)",
  ]);
  expect(section.text).toMatch(/A request to it last went through b\./);
  expect(section.text).toMatch(/Just now Switchyard is off/);

  await enter(section.one("select"), "firefox-container-2");
  await expect
    .poll(() => asked.at(-1))
    .toEqual(["explain", { address: "example.com", container: "firefox-container-2" }]);

  desk.explains({ ...FOUND, unrouted: "list", outbound: "a", went: null });
  await enter(section.labelled("Address, host or IP"), "listed.example");
  await expect.poll(() => section.text).toMatch(/would go directly.*on Firefox’s list “No proxy for”/);
  expect(section.all("li")).toEqual([]);

  desk.explains({ kind: "wrong", why: "host" });
  await enter(section.labelled("Address, host or IP"), "not a host");
  await expect.poll(() => section.text).toMatch(/not a host name or an IP address/);
  expect(section.labelled("Address, host or IP").getAttribute("aria-invalid")).toBe("true");
});

test("WebRTC: the click asks for the permission and then the background; taken away, it can be given back", async () => {
  const webRtc = { chosen: true, state: "no-permission" } as const;
  const { page, asked } = await openOptions(GOOD, [], { mode: "balanced", webRtc });
  const section = page.within("main");
  expect(section.text).toContain("Not in force: the permission for it was taken away.");
  await click(section.button("Allow it"));
  await expect.poll(() => asked).toEqual(["privacy", ["setWebRtc", true]]);
});
