import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import english from "../../_locales/en/messages.json" with { type: "json" };
import { expectedWords, gotWords } from "../../popup/words/finding-words.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { ConfigProblem } from "../../src/protocol/view.ts";
import { anything, PLACES } from "../config/support/any-shape.ts";
import { config, group, proxy, selector } from "../config/support/shapes.ts";
import { fakeBrowser } from "../fakes/browser.ts";

beforeEach(() => fakeBrowser.reset());

const CONFIG = join(import.meta.dirname, "../../src/config");

function problemsOf(text: string): readonly ConfigProblem[] {
  const parsed = parseConfig(text);
  const stored = loadConfig(text);
  const troubles = stored.ok ? stored.value.troubles.first.map(({ problem }) => problem) : [];
  return [...(parsed.ok ? parsed.value.notes : parsed.error), ...troubles];
}

const rules = (...all: object[]) =>
  config([proxy()], { route: { rules: all.map((one) => ({ outbound: "a", ...one })) } });
const foreign = { type: "vless", tag: "v" };
const many = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Faults that a random shape hardly hits. */
const FAULTY: readonly string[] = [
  ...[
    '{"a" 1}',
    '{"a":1 "b":2}',
    "{a:1}",
    "[1",
    '{"a":1',
    '{"a": "x\n"}',
    '{"a": "\\q"}',
    '{"a": "\u0001"}',
    '{"a": "\\u12"}',
    "/* x",
    "{1.}",
    " ",
  ],
  "[".repeat(200),
  '{ "outbounds": [], "outbounds": [] }',
  config([foreign]),
  config([proxy(), proxy({ tag: "x", server_port: 0 }), proxy({ tag: "b", detour: "x" })]),
  config([
    foreign,
    proxy({ detour: "v" }),
    proxy({ tag: "b", server: "127.0.0.1", detour: "v" }),
    { type: "direct", tag: "d", detour: "a" },
    group({ exit_country: "DE" }),
  ]),
  config([foreign, proxy()], { route: { rules: [{ domain: "x", outbound: "v" }] } }),
  config([foreign, proxy()], { route: { final: "v" } }),
  JSON.stringify(proxy()),
  JSON.stringify([proxy()]),
  config([proxy(), group({ type: "urltest", url: "https://a.example" })]),
  config([foreign, selector("s", ["v", "direct"])]),
  config([foreign, { type: "direct", tag: "home" }, proxy()]),
  config([foreign, proxy(), group({ outbounds: ["v", "a", "a", "gone", "direct"] })]),
  config([proxy(), selector("s", ["a"], { default: "b" }), { type: "dns", tag: "d" }, { type: "magic", tag: "m" }]),
  config([proxy({ tag: "constructor" }), proxy(), proxy(), proxy({ tag: "direct" }), proxy({ tag: "" })]),
  config([proxy({ username: "a:b", password: "\u0001", version: 4 }), proxy({ tag: "b", ipv6: true, detour: "b" })]),
  config([proxy({ type: "socks", version: "4", username: "u", password: "p".repeat(300) })]),
  config([proxy({ type: "socks", username: "u", password: "p".repeat(300) }), proxy({ tag: "b", weight: 0 })]),
  config([proxy(), group({ delay_acceptable_ratio: 0.5, pool: 1.5, tolerance: -1, sticky_hash: ["none", "domain"] })]),
  rules({ domain_regex: ["(", "A"], domain_keyword: "é", ip_cidr: ["10.1.2.3/8", "x"], container: "c", port: 0 }),
  rules(
    { rule_set: "x", protocol: "ftp" },
    {},
    { domain: "x", exit_country: "DE", procces: "y" },
    { domain: "x", type: "logical", action: "sniff" },
  ),
  rules(...many(1_001).map((i) => ({ domain_keyword: `k${i}` }))),
  rules(...many(501).map((i) => ({ port: i + 1 }))),
  rules(...many(6).map(() => ({ domain_regex: "a".repeat(900) }))),
  rules({ domain: "x", outbound: "gone" }),
  rules({ domain: many(200_001).map((i) => `h${i}`) }),
  config([proxy()], {
    route: {
      final: "x",
      private_windows: "a",
      rule_set: many(21).map((i) => ({ type: "remote", tag: `l${i}`, url: "https://a.example/x.srs" })),
    },
  }),
  config([proxy()], {
    route: {
      final: "direct",
      rule_set: [
        { type: "local", tag: "simple-names", update_interval: "1s" },
        { type: "remote", tag: "x", url: "https://a.example/x.json", download_detour: "y" },
        { type: "remote", tag: "x", url: "https://a.example/x.json" },
      ],
    },
  }),
  config([proxy()], {
    experimental: {
      monitoring: {
        workers: 500,
        ipv6_probe: 1,
        ipv6_declared: 5,
        on_demand_timeouts: ["3s", "1s", "x"],
        urls: ["ftp://x"],
      },
      connections: { tabs: "x" },
    },
  }),
];

/** What the core says of a regular expression is RE2's own. */
const known = ({ expected }: ConfigProblem): boolean => expectedWords(expected) !== null;

test("all that the core says of a configuration is found among the messages, and so said in the person's language", () => {
  for (const text of FAULTY) {
    const found = problemsOf(text);
    expect(found.length, text.slice(0, 80)).toBeGreaterThan(0);
    expect(found.filter((one) => !known(one)).map(({ expected }) => expected)).toEqual([]);
  }
  fc.assert(
    fc.property(anything, fc.constantFrom(...PLACES), (value, place) => {
      expect(problemsOf(place(value)).filter((one) => !known(one))).toEqual([]);
    }),
  );
});

test("no message is for what the core never says", () => {
  const sources = readdirSync(CONFIG).map((name) => readFileSync(join(CONFIG, name), "utf8"));
  const said = new Set(FAULTY.flatMap(problemsOf).flatMap(({ expected, came }) => [expected, came]));
  const unsaid = Object.entries(english).filter(([key, { message }]) => {
    if (!/^(?:expected|got)_/.test(key)) return false;
    const parts = message.split(/\$\d/).map((part) => part.trim());
    const isSaid = [...said].some((text) => parts.every((part) => text.includes(part)));
    return !isSaid && !sources.some((source) => parts.every((part) => source.includes(part)));
  });
  expect(unsaid).toEqual([]);
});

test.each([
  ["one of round-robin, pool", "یکی از \u2068round-robin, pool\u2069"],
  ["one of the group's members", "یکی از اعضای گروه"],
  [
    "at most 5000 steps in the regular expressions of all rules: more could hold up every request",
    /حداکثر \u20685000\u2069 گام/,
  ],
  ["something new", null],
])("in Persian %s is %s", (text, words) => {
  fakeBrowser.i18n.language = "fa";
  if (words instanceof RegExp) expect(expectedWords(text)).toMatch(words);
  else expect(expectedWords(text)).toBe(words);
});

test.each([
  ["nothing", "هیچ"],
  ["a text of 9 characters", "متنی با \u20689\u2069 نویسه"],
  ['"nothing"', null],
  ["5", null],
])("in Persian %s, which came, is %s", (text, words) => {
  fakeBrowser.i18n.language = "fa";
  expect(gotWords(text)).toBe(words);
});
