import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { compileRegex } from "../../src/routing/compile-regex.ts";
import { createMatcher } from "../../src/routing/regex-matcher.ts";
import { cpuMs } from "../cpu-ms.ts";

function matcherOf(regex: string): (text: string) => boolean {
  const compiled = compileRegex(regex);
  if (!compiled.ok) throw new Error(compiled.error);
  return createMatcher(JSON.parse(JSON.stringify(compiled.value)));
}

const atom = fc.constantFrom(
  "a",
  "b",
  ".",
  "[ab]",
  "[^a]",
  "\\.",
  "-",
  "\\d",
  "\\w",
  "^",
  "$",
  "\\b",
  "\\B",
  "\\A",
  "\\z",
  "(?i:A)",
  "\\pL",
  "é",
  "1",
);
const expression = fc.letrec<{ one: string }>((tie) => ({
  one: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    atom,
    fc.tuple(tie("one"), tie("one")).map(([a, b]) => a + b),
    fc.tuple(tie("one"), tie("one")).map(([a, b]) => `(${a}|${b})`),
    fc
      .tuple(tie("one"), fc.constantFrom("*", "+", "?", "*?", "{2}", "{1,3}", "{2,}"))
      .map(([a, many]) => `(?:${a})${many}`),
  ),
})).one;
const text = fc.string({ unit: fc.constantFrom("a", "b", "c", ".", "-", "1"), maxLength: 12 });

test("an expression finds what RE2 finds with it", () => {
  fc.assert(
    fc.property(expression, fc.array(text, { minLength: 1, maxLength: 6 }), (regex, texts) => {
      const matches = matcherOf(regex);
      const re2 = RE2JS.compile(regex);
      for (const one of texts) expect([one, matches(one)]).toEqual([one, re2.test(one)]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["look-around", "(?=a)b", "invalid or unsupported Perl syntax: `(?=`"],
  ["a back reference", "(a)\\1", "invalid escape sequence"],
  ["no end", "(a", "missing closing )"],
  ["more repetitions than RE2 takes", "(a{1,100}){100}", "invalid repeat count"],
  ["more steps than a request should wait for", "(abcdefghij){500}", "steps"],
])("an expression with %s is refused with the reason", (_, regex, reason) => {
  expect(compileRegex(regex)).toMatchObject({ ok: false, error: expect.stringContaining(reason) });
});

test.each([
  "(a+)+$",
  "(a|a)*$",
  "(.*)*x",
  "(a|aa)+$",
  "^(a?){150}a{150}$",
  ".*.*.*.*.*=.*",
  "(.*a){90}b",
  "(x+x+)+y",
  "\\b(\\w|-)+\\b1",
])("%s, which would run away elsewhere, is done with the longest host at once", (regex) => {
  const matches = matcherOf(regex);
  const took = cpuMs(() => {
    for (const host of [`${"a".repeat(252)}b`, "a".repeat(253), "x".repeat(253), "a.".repeat(126)]) matches(host);
  });
  expect(took).toBeLessThan(2_000);
});
