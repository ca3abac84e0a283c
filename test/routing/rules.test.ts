import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rule } from "../../src/model/settings.ts";
import { compileRules } from "../../src/routing/compile.ts";
import type { RoutedRequest } from "../../src/routing/contract.ts";
import { loadRules, matchRule } from "../../src/routing/lookup.ts";
import { request, rule } from "./arbitrary-rules.ts";
import { triedOneByOne } from "./tried-one-by-one.ts";

const bare = { domain: [], domainSuffix: [], outbound: "a" };
const to = (host: string, more: Partial<RoutedRequest> = {}): RoutedRequest => ({
  scheme: "https",
  host,
  port: 443,
  container: "",
  ...more,
});
/** Through JSON, as the rules reach a PAC program. */
const load = (rules: readonly Rule[]) => loadRules(JSON.parse(JSON.stringify(compileRules(rules))));
const match = (rules: readonly Rule[], asked: RoutedRequest) => matchRule(load(rules), asked);

test("the lookup finds what trying the rules one by one finds", () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), fc.array(request, { minLength: 1, maxLength: 5 }), (rules, asked) => {
      const index = load(rules);
      for (const one of asked) expect(matchRule(index, one)).toBe(triedOneByOne(rules, one));
    }),
    { numRuns: 2_000 },
  );
});

type Case = readonly [what: string, rule: Partial<Rule>, asked: RoutedRequest, matches: boolean];
const CASES: readonly Case[] = [
  ["a keyword within a name", { domainKeyword: ["track"] }, to("a.tracker.example"), true],
  ["a keyword across labels", { domainKeyword: ["a.b"] }, to("xa.bx"), true],
  ["a keyword, not of an address", { domainKeyword: ["1"] }, to("192.0.2.1"), false],
  ["an expression anywhere in a name", { domainRegex: ["d[0-9]+"] }, to("ad17.example"), true],
  ["an expression for the whole", { domainRegex: ["^ads?[0-9]*\\."] }, to("ads.example"), true],
  ["an expression that does not fit", { domainRegex: ["^ads?[0-9]*\\."] }, to("bads.example"), false],
  ["an expression, not of an address", { domainRegex: ["."] }, to("2001:db8::1"), false],
  ["a network", { ipCidr: ["10.0.0.0/8"] }, to("10.255.0.1"), true],
  ["a network, from outside", { ipCidr: ["10.0.0.0/8"] }, to("11.0.0.1"), false],
  ["a network of IPv6", { ipCidr: ["2001:db8::/33"] }, to("2001:db8:7fff::1"), true],
  ["a network of IPv6, from outside", { ipCidr: ["2001:db8::/33"] }, to("2001:db8:8000::1"), false],
  ["an IPv4 network, of an address written as IPv6", { ipCidr: ["192.0.2.0/24"] }, to("::ffff:c000:207"), true],
  ["everything in IPv4, not IPv6", { ipCidr: ["0.0.0.0/0"] }, to("2001:db8::1"), false],
  ["a network, not of a name", { ipCidr: ["0.0.0.0/0", "::/0"] }, to("a.example"), false],
  ["a name of one label", { ruleSet: ["simple-names"] }, to("printer"), true],
  ["a name of two", { ruleSet: ["simple-names"] }, to("printer.example"), false],
  ["an address without a dot", { ruleSet: ["simple-names"] }, to("2001:db8::1"), false],
  ["the default port, written or not", { port: [443] }, to("a.example"), true],
  ["another port", { port: [80, 8443] }, to("a.example"), false],
  ["wss", { protocol: ["wss"] }, to("a.example", { scheme: "wss" }), true],
  ["https is not wss", { protocol: ["wss", "ws", "http"] }, to("a.example"), false],
  [
    "one of several kinds of hosts",
    { domain: ["b"], domainKeyword: ["x"], ipCidr: ["10.0.0.0/8"] },
    to("10.0.0.1"),
    true,
  ],
  ["a host, but not its port", { domain: ["a.example"], port: [80] }, to("a.example"), false],
  ["a port, but not its host", { domain: ["b.example"], port: [443] }, to("a.example"), false],
  ["host, port and protocol", { domain: ["a.example"], port: [443], protocol: ["https"] }, to("a.example"), true],
  ["invert turns all of it around", { domain: ["a.example"], port: [80], invert: true }, to("a.example"), true],
  ["and does not match what it says", { domain: ["a.example"], port: [443], invert: true }, to("a.example"), false],
  ["a container", { container: ["firefox-container-1"] }, to("a", { container: "firefox-container-1" }), true],
  ["another container", { container: ["firefox-container-2"] }, to("a", { container: "firefox-default" }), false],
  [
    "not in a container",
    { container: ["firefox-container-2"], invert: true },
    to("a", { container: "firefox-default" }),
    true,
  ],
  ["where there are no containers", { container: ["firefox-container-2"] }, to("a"), false],
  ["where there are none, also inverted", { container: ["firefox-container-2"], invert: true }, to("a"), false],
];

describe("a rule", () => {
  test.each(CASES)("with %s", (_, some, asked, matches) => {
    expect(match([{ ...bare, ...some }], asked)).toBe(matches ? 0 : null);
    expect(triedOneByOne([{ ...bare, ...some }], asked)).toBe(matches ? 0 : null);
  });
});

test.each(
  ["10.1.2.3", "172.31.0.1", "192.168.7.7", "127.0.0.1", "169.254.1.1", "100.64.0.1", "0.0.0.0"].concat(
    "::1",
    "fd12::1",
    "fe80::1",
  ),
)("%s is in a private network", (host) => {
  expect(match([{ ...bare, ruleSet: ["private-networks"] }], to(host))).toBe(0);
});

test.each(["9.255.255.255", "172.32.0.1", "192.169.0.1", "100.128.0.1", "2001:db8::1", "fec0::1", "::2", "printer"])(
  "%s is not",
  (host) => {
    expect(match([{ ...bare, ruleSet: ["private-networks"] }], to(host))).toBe(null);
  },
);

const ALL: readonly Partial<Rule>[] = [
  { domain: ["a.b"] },
  { domainSuffix: ["b"] },
  { domainSuffix: [".b"] },
  { domainKeyword: ["a"] },
  { domainRegex: ["^a"] },
  { port: [443] },
  { protocol: ["https"] },
  { domain: ["x"], invert: true },
];

test("the first in the user's order wins, whatever kinds of rules there are", () => {
  const rules = ALL.map((some): Rule => ({ ...bare, ...some }));
  fc.assert(
    fc.property(fc.shuffledSubarray(rules, { minLength: 1 }), (some) => {
      expect(match(some, to("a.b"))).toBe(0);
      expect(match([{ ...bare, domain: ["y"] }, ...some], to("a.b"))).toBe(1);
    }),
  );
});
