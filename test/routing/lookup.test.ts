import { expect, test } from "vitest";
import type { Rule } from "../../src/model/settings.ts";
import { compileRules } from "../../src/routing/compile.ts";
import { loadRules, matchRule } from "../../src/routing/lookup.ts";
import { cpuMs } from "../cpu-ms.ts";

const rule = (domain: string[], domainSuffix: string[] = []): Rule => ({ domain, domainSuffix, outbound: "a" });

/** Through JSON, as the rules reach a PAC program. */
const load = (rules: readonly Rule[]) => loadRules(JSON.parse(JSON.stringify(compileRules(rules))));
const to = (host: string) => ({ scheme: "https", host, port: 443, container: "" });
const match = (rules: readonly Rule[], host: string) => matchRule(load(rules), to(host));

test.each([
  ["an exact name matches itself", [rule(["a.example"])], "a.example", 0],
  ["and nothing below", [rule(["a.example"])], "b.a.example", null],
  ["and nothing above", [rule(["a.example"])], "example", null],
  ["a suffix matches itself", [rule([], ["example.com"])], "example.com", 0],
  ["and all below", [rule([], ["example.com"])], "x.y.example.com", 0],
  ["but not a name that only ends so", [rule([], ["example.com"])], "notexample.com", null],
  ["a suffix with a dot matches what is below", [rule([], [".example.com"])], "x.example.com", 0],
  ["but not itself", [rule([], [".example.com"])], "example.com", null],
  ["a suffix of one label", [rule([], ["ir"])], "a.b.ir", 0],
  ["the first rule wins over a longer suffix", [rule([], ["com"]), rule([], ["a.com"])], "a.com", 0],
  ["the first rule wins over an exact name", [rule([], ["com"]), rule(["a.com"])], "a.com", 0],
  ["an exact name wins when it is first", [rule(["a.com"]), rule([], ["com"])], "a.com", 0],
  ["a name in two rules belongs to the first", [rule(["b"]), rule(["a"]), rule(["a"])], "a", 1],
  ["an IPv6 address is a name", [rule(["2001:db8::1"])], "2001:db8::1", 0],
  ["no rules", [], "a.example", null],
  ["an empty host", [rule([], ["example.com"])], "", null],
])("%s", (_, rules, host, expected) => {
  expect(match(rules, host)).toBe(expected);
});

test.each(["__proto__", "constructor", "hasownproperty", "a.constructor", "x.__proto__", "tostring.valueof"])(
  "a host named %s matches no rule that does not name it",
  (host) => {
    expect(match([rule(["a.example"], ["b.example", ".c.example"])], host)).toBe(null);
  },
);

test("a rule may name such a host", () => {
  expect(match([rule(["a"]), rule(["__proto__"], ["constructor"])], "__proto__")).toBe(1);
  expect(match([rule(["a"]), rule(["__proto__"], ["constructor"])], "x.constructor")).toBe(1);
});

test("a suffix of the greatest length is found below a longer host", () => {
  const longest = `${"a".repeat(63)}.`.repeat(3) + "b".repeat(61);
  expect(longest).toHaveLength(253);
  expect(match([rule([], [longest])], `x.${longest}`)).toBe(0);
  expect(match([rule([], [`.${longest}`])], `${"y.".repeat(100)}${longest}`)).toBe(0);
});

test("a host of a million labels, which any page can ask for, is known by its last ones", () => {
  const index = load([
    rule([], ["example.com"]),
    { ...rule([]), domainKeyword: ["b"], domainRegex: ["b"], ipCidr: ["::/0"] },
  ]);
  const took = cpuMs(() => {
    expect(matchRule(index, to("a.".repeat(1_000_000)))).toBe(null);
    expect(matchRule(index, to("b".repeat(2_000_000)))).toBe(null);
    expect(matchRule(index, to(`${"b.".repeat(1_000_000)}example.com`))).toBe(0);
  });
  expect(took).toBeLessThan(2_000);
});

test.each(["a,b.example", "x.b,.example", "b.example,", "BA.example", "b.example|"])(
  "%s, whose characters stand in no rule, is not mistaken for what is packed beside it",
  (host) => {
    expect(match([rule(["c.example"]), rule(["b.example", "ba.example", "a.example"])], host)).toBe(null);
  },
);
