import { beforeEach, expect, test } from "vitest";
import { plural } from "../../popup/i18n.ts";
import { skipWords } from "../../popup/views/options/paste-report.tsx";
import { configTroubleWords } from "../../popup/words/config-trouble-words.ts";
import { controlWarning } from "../../popup/words/control-words.ts";
import { errorWords } from "../../popup/words/error-words.ts";
import { faultWords } from "../../popup/words/fault-words.ts";
import { gotWords } from "../../popup/words/finding-words.ts";
import { leftWords, troubleWords } from "../../popup/words/list-words.ts";
import { shownWords } from "../../popup/words/shown-words.ts";
import { tabSentence } from "../../popup/words/tab-words.ts";
import { unroutedReason, unroutedSentence, unroutedWarnings } from "../../popup/words/unrouted-words.ts";
import { webRtcWords } from "../../popup/words/web-rtc-words.ts";
import { whyOf } from "../../popup/words/why-words.ts";
import { SKIP_CODES } from "../../src/import/skip-reason.ts";
import { PROBE_ERROR_CODES } from "../../src/model/probe-error.ts";
import { NOTHING_UNROUTED, type WhyUnrouted } from "../../src/protocol/unrouted.ts";
import type { Control, RuleListView, Shown, TroubleEffect, View, WhyStep } from "../../src/protocol/view.ts";
import { LIST_FAULTS } from "../../src/rule-lists/read-list.ts";
import type { ListTrouble } from "../../src/rule-lists/trouble.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { delay, failed } from "./support/sample-view.ts";

beforeEach(() => fakeBrowser.reset());

test("M21 · every error of a test has words of its own, and says what to do", () => {
  const words = PROBE_ERROR_CODES.map((code) => errorWords({ code }));
  expect(words.every(({ says, advice }) => /\.$/.test(says) && /\.$/.test(advice))).toBe(true);
  expect(new Set(words.map(({ says }) => says)).size).toBe(PROBE_ERROR_CODES.length);
  expect(new Set(PROBE_ERROR_CODES.map((code) => shownWords(failed(code)).text)).size).toBe(PROBE_ERROR_CODES.length);
});

test("M21 · the status that came is said", () => {
  expect(errorWords({ code: "tunnel_refused", status: 403 }).says).toMatch(/Status: 403\.$/);
});

test.each<[string, Shown]>([
  ["a delay of an earlier run", { kind: "cached" }],
  ["no result", { kind: "untested" }],
  ["a test under way", { kind: "testing" }],
  ["no answer at the first mark", { kind: "unavailable" }],
])("LD6 · %s is shown without a number", (_, shown) => {
  expect(shownWords(shown).text).not.toMatch(/\d/);
});

test.each([
  [42, "42\u202fms", "fast"],
  [299, "299\u202fms", "fast"],
  [300, "300\u202fms", "fair"],
  [1_234, "1,234\u202fms", "slow"],
])("a delay of %i reads %s, %s", (value, text, tone) => {
  expect(shownWords(delay(value))).toEqual({ text, tone });
});

test("figures are those of the language", () => {
  fakeBrowser.i18n.language = "fa";
  expect(shownWords({ kind: "failed", error: { code: "timeout" } }).text).toBe("بی‌پاسخ");
});

test("B20 · whatever becomes of a part of the configuration that cannot be used, it is said", () => {
  const effects: readonly TroubleEffect[] = [
    { kind: "outbound", tag: "x" },
    { kind: "outbound", tag: null },
    { kind: "member", group: "g" },
    { kind: "rule", rule: 0 },
    { kind: "rules", from: 9 },
    { kind: "route" },
    { kind: "list", tag: "l" },
    { kind: "list", tag: null },
    { kind: "fetch", list: "l" },
    { kind: "final" },
    { kind: "private-windows" },
    { kind: "unset" },
  ];
  const words = effects.map((effect) => configTroubleWords(effect, "experimental.monitoring.workers"));
  expect(new Set(words).size).toBe(effects.length);
  expect(words.every((said) => said.endsWith("."))).toBe(true);
  expect(words[3]).toBe("Rule 1 blocks whatever it may match.");
});

test.each<Control>([
  { kind: "taken", by: "extension" },
  { kind: "taken", by: "policy" },
  { kind: "exposed", by: "extension" },
  { kind: "exposed", by: "policy" },
  { kind: "no-access", requests: "direct" },
  { kind: "no-access", requests: "blocked" },
  { kind: "no-access", requests: "unwatched" },
  { kind: "blocked", why: "no-config" },
  { kind: "blocked", why: "bad-config" },
  { kind: "blocked", why: "storage" },
  { kind: "blocked", why: "router" },
])("%j is warned of, with what to do", (control) => {
  const warning = controlWarning(control);
  expect(warning?.title).toBeTruthy();
  expect(warning?.advice).toMatch(/\.$/);
});

test.each<Control>([{ kind: "ours" }, { kind: "off" }, { kind: "exposed", by: "permission" }])(
  "%j needs no warning of its own",
  (control) => {
    expect(controlWarning(control)).toBeNull();
  },
);

const LIST = { hosts: ["a.example"], by: "policy" } as const;
const unrouted = (more: Partial<View>, family: "chrome" | "firefox" = "firefox") =>
  unroutedWarnings({ mode: "balanced", control: { kind: "ours" }, unrouted: NOTHING_UNROUTED, ...more }, family);

test.each([
  ["unasked", "chrome", /Private windows are not protected.*directly.*chrome:\/\/extensions.*“Allow in Incognito”/],
  ["unasked", "firefox", /Private windows are not protected.*directly.*about:addons.*“Run in Private Windows”/],
  ["blocked", "firefox", /Private windows load nothing.*about:addons.*“System”/],
] as const)("B20 · private windows that are %s in %s are told of, with what to do", (privateWindows, family, words) => {
  const [warning, ...more] = unrouted({ unrouted: { privateWindows, list: null } }, family);
  expect(`${warning?.title} ${warning?.advice}`).toMatch(words);
  expect(warning?.hint).toBeTruthy();
  expect(more).toEqual([]);
});

test("what stands open at an update is told with the private windows that the same access protects, and else not", () => {
  const unasked = { unrouted: { privateWindows: "unasked", list: null } } as const;
  const words = (control: Control) => unrouted({ ...unasked, control })[0]?.advice;
  expect(words({ kind: "exposed", by: "permission" })).toContain("for a moment at an update");
  expect(words({ kind: "exposed", by: "extension" })).not.toContain("update");
});

test.each([
  ["permission", /a\.example.*about:addons.*Network Settings/],
  ["extension", /Another extension has set.*a\.example/],
  ["policy", /policy has set.*a\.example/],
] as const)("B20 · a list “No proxy for” that stays because of %s names its hosts and what to do", (by, words) => {
  const [warning] = unrouted({ unrouted: { privateWindows: "ours", list: { ...LIST, by } } });
  expect(warning?.advice).toMatch(words);
  expect(warning?.hint).toBe(`list ${by} a.example`);
});

test("of a long list the first hosts are named, and how many more there are", () => {
  const hosts = ["a.example", "<local>", "10.0.0.0/8", "b.example", "c.example", "d.example"];
  const [warning] = unrouted({ unrouted: { privateWindows: "ours", list: { hosts, by: "policy" } } });
  expect(warning?.advice.replace(/[\u2068\u2069]/g, "")).toContain(
    "a.example, names without a dot, 10.0.0.0/8, b.example, and 2 more.",
  );
});

test.each<Partial<View>>([
  { mode: "direct" },
  { mode: "system", control: { kind: "off" } },
  { control: { kind: "taken", by: "extension" } },
])("nothing is said of them where requests are not meant to go by us, or do not: %j", (more) => {
  expect(unrouted({ unrouted: { privateWindows: "unasked", list: LIST }, ...more })).toEqual([]);
});

test("everything blocked does not hold for what the browser does not ask about", () => {
  const blocked: Control = { kind: "blocked", why: "no-config" };
  expect(unrouted({ unrouted: { privateWindows: "unasked", list: LIST }, control: blocked })).toHaveLength(2);
});

test.each<[WhyUnrouted, string, RegExp]>([
  ["loopback", "tab_would_direct", /browser itself sends this address directly/],
  ["list", "tab_would_direct", /No proxy for/],
  ["private", "address_would_past", /not allowed in private windows/],
  ["private-blocked", "tab_would_block", /blocks them/],
])("X5 · why an address is not sent by us (%s) has words", (why, sentence, words) => {
  expect(unroutedSentence(why)).toBe(sentence);
  expect(unroutedReason(why)).toMatch(words);
});

test.each([
  ["storage", "your settings cannot be read."],
  ["the background gave no answer to pick", "Switchyard gave no answer. Try again."],
  ["Could not establish connection. Receiving end does not exist.", "Switchyard gave no answer. Try again."],
  ["the disk is full", "\u2068the disk is full\u2069"],
])("a fault that is known is told in the person's language, another as the browser tells it: %s", (message, words) => {
  expect(faultWords(message)).toBe(words);
});

test("every reason to skip a pasted line has words", () => {
  const words = SKIP_CODES.map((code) => skipWords({ code }));
  expect(words.every((one) => one !== "")).toBe(true);
  expect(skipWords({ code: "foreign-scheme", scheme: "vless" })).toMatch(/vless/);
});

test.each<ListTrouble>([
  ...LIST_FAULTS.map((kind) => ({ kind })),
  { kind: "no-outbound" },
  { kind: "redirect" },
  { kind: "too-many" },
  { kind: "not-sent" },
  { kind: "status", status: 503 },
  { kind: "failed", code: "refused" },
])("why a rule list was not updated has words: %j", (trouble) => {
  expect(troubleWords(trouble)).toMatch(/\.$/);
});

const TAB = { host: "example.com", unrouted: null, via: [], rule: null, site: null, missingList: null, why: [] };
test.each([
  ["de-1", true, "tab_seen_proxy"],
  ["de-1", false, "tab_would_proxy"],
  ["direct", true, "tab_seen_direct"],
  ["block", false, "tab_would_block"],
  [null, false, null],
])("X5 · a tab by %s, seen: %s, is told by %s", (outbound, seen, key) => {
  expect(tabSentence({ ...TAB, outbound, seen })).toBe(key);
});

const factsOf = (strategy: object): WhyStep["facts"] =>
  ({ members: [], acceptable: 200, held: false, strategy }) as unknown as WhyStep["facts"];
const lowest = (why: string, needed: number | null = null) =>
  factsOf({ kind: "lowest-delay", selected: "de-1", last: { from: "de-1", fastest: "de-1", why, needed } });
const whyIn = (facts: WhyStep["facts"], member = "de-1") =>
  whyOf({ ...TAB, outbound: member, seen: true, why: [{ group: "g", member, how: null, facts }] });

test.each([
  [lowest("nobody-answers"), "why_nobody_answers", null],
  [lowest("best-cached"), "why_best_cached", null],
  [lowest("first-real-ping"), "why_first_ping", null],
  [lowest("selected-failed"), "why_failed", null],
  [lowest("staying"), "why_staying", null],
  [lowest("not-tested-yet"), "why_not_tested", null],
  [lowest("fastest"), "why_fastest", null],
  [lowest("not-clearly-faster", 50), "why_none_faster", 50],
  [lowest("clearly-faster", 70), "why_faster", 70],
  [factsOf({ kind: "round-robin" }), "why_turns", null],
  [factsOf({ kind: "consistent-hashing" }), "why_hash", null],
  [factsOf({ kind: "sticky-sessions", stickyHash: ["domain"] }), "why_sticky", null],
  [factsOf({ kind: "sticky-sessions", stickyHash: ["none"] }), "why_drawn", null],
  [factsOf({ kind: "pool", stickyHash: ["domain"] }), "why_pool", null],
  [factsOf({ kind: "pool", stickyHash: ["none"] }), "why_turns", null],
])("X5 · why a tab has its proxy: %j is told by %s", (facts, id, needed) => {
  expect(whyIn(facts)).toEqual({ id, needed });
});

test("X5 · no reason is told for a person's pick, nor when the group uses another proxy by now", () => {
  expect(whyIn(null)).toBeNull();
  expect(whyIn(lowest("fastest"), "nl-1")).toBeNull();
  expect(whyOf({ ...TAB, outbound: "de-1", seen: true })).toBeNull();
});

test.each([
  ["closed", "balanced", "good"],
  ["open", "direct", "quiet"],
  ["open", "system", "quiet"],
  ["no-permission", "balanced", "bad"],
  ["extension", "balanced", "bad"],
  ["policy", "balanced", "bad"],
  ["unsupported", "balanced", "bad"],
] as const)("WebRTC chosen, and %s in %s, has words of its own (%s)", (state, mode, tone) => {
  expect(webRtcWords({ chosen: true, state }, mode)).toMatchObject({ tone, text: expect.stringMatching(/\.$/) });
  expect(webRtcWords({ chosen: false, state }, mode)).toBeNull();
});

test("one of something is one, and not one of many", () => {
  const left = (count: number) => leftWords({ left: { pattern: count, path: count } } as RuleListView);
  expect(left(1)).toEqual([
    "Left out: 1 that asks for more of an address than its host, which browsers do not show.",
    "Left out: 1 pattern that cannot be used.",
  ]);
  expect(left(1_200)[1]).toBe("Left out: 1,200 patterns that cannot be used.");
  expect([1, 2].map((count) => plural("now_sharing", count, String(count)))).toEqual([
    "and 1 more shares the load",
    "and 2 more share the load",
  ]);
  expect(troubleWords({ kind: "shrunk", from: 500, to: 1, times: 1 })).not.toContain("1 entries");
  expect(gotWords("a text of 1 character")).toBe("a text of 1 character");
});
