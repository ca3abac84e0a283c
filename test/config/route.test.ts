import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { config, good, proxy, wrong } from "./support/shapes.ts";

const rule = (more: object) =>
  config([proxy()], { route: { rules: [{ domain: "a.example", outbound: "a", ...more }] } });

test("B20 · a rule with exit_country is refused, and told that it is not supported yet: without it the rule would match more", () => {
  const parsed = parseConfig(rule({ exit_country: ["DE"] }));
  expect(parsed.ok ? [] : parsed.error).toMatchObject([
    { path: "route.rules[0].exit_country", expected: expect.stringContaining("not supported yet") },
  ]);
});

test.each<[string, object, string[]]>([
  ["a host that is wrong", { domain: "a b" }, ['route.rules[0].domain[0] <- "a b"']],
  ["a list that there is not", { rule_set: ["ads"] }, ['route.rules[0].rule_set[0] <- "ads"']],
  ["a field that is not known", { process_name: "x" }, ['route.rules[0].process_name <- "x"']],
  [
    "a container by the name that a person gave it, which is never seen: inverted, the rule would match everything",
    { container: ["firefox-default", "Work"], invert: true },
    ['route.rules[0].container[1] <- "Work"'],
  ],
  ["empty lists", { domain: [], port: [] }, ["route.rules[0] <- an object"]],
  ["nothing", {}, ["route.rules[0] <- an object"]],
])("what is wrong with a rule that has nothing else is said once: %s", (_, fields, expected) => {
  expect(wrong(config([proxy()], { route: { rules: [{ ...fields, outbound: "a" }] } }))).toEqual(expected);
});

const rulesOf = (...rules: object[]) => good(config([proxy()], { route: { rules } })).config.route.rules;

test("every field of a rule is read, a single value as a list of one", () => {
  expect(
    rulesOf({
      domain: " ПРИМЕР.example. ",
      domain_suffix: [".Example.COM", "xn--e1afmkfd", "[2001:DB8::1]"],
      domain_keyword: "Track",
      domain_regex: "^ads?[0-9]+\\.",
      ip_cidr: ["10.0.0.0/8", "2001:DB8::/32", "192.0.2.1"],
      rule_set: "simple-names",
      port: 8443,
      protocol: ["HTTPS", "wss"],
      container: "firefox-container-2",
      invert: true,
      outbound: "block",
    }),
  ).toEqual([
    {
      domain: ["xn--e1afmkfd.example"],
      domainSuffix: [".example.com", "xn--e1afmkfd", "2001:db8::1"],
      domainKeyword: ["track"],
      domainRegex: ["^ads?[0-9]+\\."],
      ipCidr: ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1/32"],
      ruleSet: ["simple-names"],
      port: [8443],
      protocol: ["https", "wss"],
      container: ["firefox-container-2"],
      invert: true,
      outbound: "block",
    },
  ]);
});

test("what a rule does not ask for is not kept", () => {
  const rules = rulesOf({
    domain_keyword: [],
    port: [],
    ip_is_private: false,
    invert: false,
    port_: null,
    domain: "a",
    outbound: "a",
  });
  expect(rules).toEqual([{ domain: ["a"], domainSuffix: [], outbound: "a" }]);
});

test.each(["port", "protocol", "container", "domain_keyword", "domain_regex", "ip_cidr", "rule_set"])(
  "a rule may have %s alone",
  (name) => {
    const values = {
      port: 80,
      protocol: "ws",
      container: "firefox-default",
      ip_cidr: "::/0",
      rule_set: "private-networks",
    };
    const value = new Map<string, unknown>(Object.entries(values)).get(name) ?? "x";
    expect(rulesOf({ [name]: value, outbound: "a" })).toHaveLength(1);
  },
);

test("ip_is_private, as sing-box writes it, is the set of private networks", () => {
  expect(rulesOf({ ip_is_private: true, outbound: "direct" })).toMatchObject([{ ruleSet: ["private-networks"] }]);
});

test.each([
  ["a network by an address within it", { ip_cidr: "10.1.2.3/8" }, "ip_cidr[0]", "10.0.0.0/8"],
  ["an IPv4 network written as IPv6", { ip_cidr: "::ffff:10.0.0.0/104" }, "ip_cidr[0]", "10.0.0.0/8"],
  ["a container", { container: "firefox-private" }, "container", "in Chrome this rule never matches"],
  ["an expression with capitals", { domain_regex: "^Ads" }, "domain_regex[0]", "lower case and punycode"],
  ["an expression with other letters", { domain_regex: "пример" }, "domain_regex[0]", "lower case and punycode"],
])("%s is taken with a note", (_, more, name, remark) => {
  expect(good(rule(more)).notes).toMatchObject([
    { path: `route.rules[0].${name}`, expected: expect.stringContaining(remark) },
  ]);
});

test.each(["^(?i)Ads", "^\\D+\\.", "\\Aads\\z"])("%s is taken without a note", (regex) => {
  expect(good(rule({ domain_regex: regex })).notes).toEqual([]);
});

test.each([
  ["look-ahead", "(?!www)a", "invalid or unsupported Perl syntax: `(?!`"],
  ["no end", "(a", "missing closing )"],
  ["more steps than a request should wait for", "(abcdefghij){500}", "could hold up every request"],
])("an expression with %s is refused with the reason", (_, regex, reason) => {
  const parsed = parseConfig(rule({ domain_regex: ["ok", regex] }));
  expect(parsed.ok ? [] : parsed.error).toMatchObject([
    { path: "route.rules[0].domain_regex[1]", expected: expect.stringContaining(reason) },
  ]);
});

test.each([
  ["keywords", { domain_keyword: Array.from({ length: 1_001 }, (_, i) => `k${i}`) }],
  ["steps in", { domain_regex: Array.from({ length: 25 }, (_, i) => `(abcdefgh${i}){50}`) }],
])("more than a request should wait for is refused: %s", (what, more) => {
  const parsed = parseConfig(rule(more));
  expect(parsed.ok ? [] : parsed.error).toMatchObject([
    { path: "route.rules", expected: expect.stringMatching(new RegExp(`^at most .* ${what}`)) },
  ]);
});

test("and so are more than 500 combinations of port, protocol and container, but not as many rules that share one", () => {
  const rules = (port: (i: number) => number) =>
    config([proxy()], {
      route: { rules: Array.from({ length: 501 }, (_, i) => ({ domain: `h${i}`, port: port(i), outbound: "a" })) },
    });
  expect(wrong(rules((i) => i + 1))).toEqual(["route.rules <- a list of 501"]);
  expect(wrong(rules(() => 80))).toEqual([]);
});

test.each([
  ["an unknown field", { geosite: "ir" }, 'route.rules[0].geosite <- "ir"'],
  ["rules in rules", { type: "logical" }, 'route.rules[0].type <- "logical"'],
  ["an action other than route", { action: "sniff" }, 'route.rules[0].action <- "sniff"'],
  ["no host", { domain: [] }, "route.rules[0] <- an object"],
  ["a host that is none", { domain: ["*.example"] }, 'route.rules[0].domain[0] <- "*.example"'],
  ["a suffix that is none", { domain_suffix: "." }, 'route.rules[0].domain_suffix[0] <- "."'],
  ["a number for a host", { domain: 5 }, "route.rules[0].domain <- 5"],
  ["a keyword that is no part of a name", { domain_keyword: ["a b"] }, 'route.rules[0].domain_keyword[0] <- "a b"'],
  ["a keyword that punycode hides", { domain_keyword: "при" }, 'route.rules[0].domain_keyword[0] <- "при"'],
  ["a network that is none", { ip_cidr: "10.0.0.0/33" }, 'route.rules[0].ip_cidr[0] <- "10.0.0.0/33"'],
  ["an unknown set", { rule_set: ["geoip-ir"] }, 'route.rules[0].rule_set[0] <- "geoip-ir"'],
  ["a port that is none", { port: [80, 65_536] }, "route.rules[0].port[1] <- 65536"],
  ["a port in words", { port: "80" }, 'route.rules[0].port <- "80"'],
  ["a protocol that no address has", { protocol: "quic" }, 'route.rules[0].protocol[0] <- "quic"'],
  ["nothing but invert", { domain: [], invert: true }, "route.rules[0] <- an object"],
  ["a word for invert", { invert: "yes" }, 'route.rules[0].invert <- "yes"'],
  ["no outbound", { outbound: null }, "route.rules[0].outbound <- null"],
])("B20 · a rule with %s is refused", (_, more, problem) => {
  expect(wrong(rule(more))[0]).toBe(problem);
});

test("B20 · a rule whose outbound is not there is taken, blocks, and is told of", () => {
  const { config: taken, notes } = good(rule({ outbound: "removed" }));
  expect(taken.route.rules).toMatchObject([{ outbound: "removed" }]);
  expect(notes).toMatchObject([
    {
      path: "route.rules[0].outbound",
      came: '"removed"',
      expected: "the tag of an outbound in the list: this rule blocks",
      level: "note",
    },
  ]);
});

test("a field that is null is the same as none, and what sing-box writes without meaning is taken", () => {
  expect(good(rule({ exit_country: null, type: "default", action: "route" })).notes).toEqual([]);
});

test("what is in front of the rules in sing-box's own files is left alone with one note each", () => {
  const { notes } = good(
    config([proxy()], {
      log: { level: "info" },
      dns: {},
      inbounds: [{}],
      route: { final: "a", auto_detect_interface: true },
    }),
  );
  expect(notes.map(({ path }) => path)).toEqual(["log", "dns", "inbounds", "route.auto_detect_interface"]);
});

test("private windows may have an outbound of their own, which is for Firefox and must be there", () => {
  const { config: taken, notes } = good(config([proxy()], { route: { private_windows: "a" } }));
  expect(taken.route.privateWindows).toBe("a");
  expect(notes).toMatchObject([
    { path: "route.private_windows", expected: expect.stringMatching(/^for Firefox only/) },
  ]);
  expect(wrong(config([proxy()], { route: { private_windows: "gone" } }))).toEqual(['route.private_windows <- "gone"']);
  expect(good(config([proxy()])).config.route).not.toHaveProperty("privateWindows");
});
