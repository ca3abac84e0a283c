import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Decision } from "../../src/decision/contract.ts";
import { decide } from "../../src/decision/decide.ts";
import { createMemory } from "../../src/decision/memory.ts";
import { prepare } from "../../src/decision/prepare.ts";
import type { Rule } from "../../src/model/settings.ts";
import { instant } from "../../src/model/units.ts";
import { compileRules } from "../../src/routing/compile.ts";
import { compileList, type ListRule } from "../../src/routing/compile-list.ts";
import type { CompiledList } from "../../src/routing/contract.ts";
import { request as anyRequest, rule as anyRule } from "../routing/arbitrary-rules.ts";
import { triedOneByOne } from "../routing/tried-one-by-one.ts";
import { nodesOf, request } from "./snapshot.ts";

const hosts = (...domainSuffix: string[]): ListRule => ({ domain: [], domainSuffix });
const bare = { domain: [], domainSuffix: [] };
const NODES = nodesOf({});

function ask(rules: readonly Rule[], lists: Readonly<Record<string, CompiledList>>, asked: string): Decision {
  const base = JSON.parse(
    JSON.stringify({ seed: 1, nodes: NODES, rules: compileRules(rules), lists, final: "direct" }),
  );
  return decide(prepare(base), {}, createMemory(), request(asked), instant(0));
}

const LISTS = {
  l: compileList([hosts("listed.test")], [hosts("spared.listed.test")]),
  m: compileList([hosts("m.test")], []),
};
const NAMED: Rule = { ...bare, lists: ["l"], outbound: "a" };

describe("a rule that names a list", () => {
  test.each<[string, readonly Rule[], string, object]>([
    ["takes what the list has", [NAMED], "https://www.listed.test/", { outbound: "a", rule: 0 }],
    ["not what the list spares", [NAMED], "https://spared.listed.test/", { outbound: "direct", rule: null }],
    ["nor anything else", [NAMED], "https://other.test/", { outbound: "direct", rule: null }],
    ["one of several lists", [{ ...NAMED, lists: ["l", "m"] }], "https://m.test/", { outbound: "a" }],
    ["or its own hosts", [{ ...NAMED, domain: ["own.test"] }], "https://own.test/", { outbound: "a" }],
    ["with its port", [{ ...NAMED, port: [8443] }], "https://listed.test/", { outbound: "direct" }],
    ["inverted", [{ ...NAMED, invert: true }], "https://other.test/", { outbound: "a" }],
    ["inverted, what the list has", [{ ...NAMED, invert: true }], "https://listed.test/", { outbound: "direct" }],
    [
      "the first that matches",
      [{ ...bare, domain: ["listed.test"], outbound: "b" }, NAMED],
      "https://listed.test/",
      { outbound: "b", rule: 0 },
    ],
    [
      "before a later host",
      [NAMED, { ...bare, domain: ["listed.test"], outbound: "b" }],
      "https://listed.test/",
      { outbound: "a", rule: 0 },
    ],
  ])("%s", (_, rules, asked, expected) => {
    expect(ask(rules, LISTS, asked)).toMatchObject(expected);
  });
});

describe("B20 · a list that was never loaded: what it may have goes neither by its rule nor past it", () => {
  const blocked = (rule: number) => ({ outbound: "block", blocked: "list-missing", rule });
  test.each<[string, readonly Rule[], string, object]>([
    ["is blocked", [NAMED], "https://other.test/", blocked(0)],
    ["also where the rule goes directly", [{ ...NAMED, outbound: "direct" }], "https://other.test/", blocked(0)],
    ["also where the rule is inverted", [{ ...NAMED, invert: true }], "https://other.test/", blocked(0)],
    [
      "not before an earlier rule",
      [{ ...bare, domain: ["x.test"], outbound: "b" }, NAMED],
      "https://x.test/",
      { outbound: "b", rule: 0 },
    ],
    ["before a later rule", [NAMED, { ...bare, domain: ["x.test"], outbound: "b" }], "https://x.test/", blocked(0)],
    [
      "not what the rule takes by itself",
      [{ ...NAMED, domain: ["x.test"] }],
      "https://x.test/",
      { outbound: "a", rule: 0 },
    ],
    [
      "nor another port than the rule's",
      [{ ...NAMED, port: [8443] }],
      "https://x.test/",
      { outbound: "direct", rule: null },
    ],
    [
      "with another port an inverted one matches",
      [{ ...NAMED, port: [8443], invert: true }],
      "https://x.test/",
      { outbound: "a", rule: 0 },
    ],
    [
      "an inverted one that surely does not match",
      [{ ...NAMED, domain: ["x.test"], invert: true }],
      "https://x.test/",
      { outbound: "direct" },
    ],
    [
      "one list of two that has it is enough",
      [{ ...NAMED, lists: ["gone", "m"] }],
      "https://m.test/",
      { outbound: "a", rule: 0 },
    ],
    [
      "in a browser without containers the rule never matches",
      [{ ...NAMED, container: ["firefox-container-2"] }],
      "https://x.test/",
      { outbound: "direct" },
    ],
  ])("%s", (_, rules, asked, expected) => {
    expect(ask(rules, { m: LISTS.m }, asked)).toMatchObject(expected);
  });
});

test("hosts in a list are found as hosts in the rule are", () => {
  fc.assert(
    fc.property(
      fc.array(anyRule, { maxLength: 6 }),
      fc.array(anyRequest, { minLength: 1, maxLength: 5 }),
      (rules, asked) => {
        const moved = rules.map(({ domain, domainSuffix, ...rest }, i): Rule => {
          const isEmpty = domain.length + domainSuffix.length === 0;
          return { ...bare, ...rest, ...(isEmpty ? {} : { lists: [`list ${i}`] }) };
        });
        const lists = Object.fromEntries(
          rules.map(({ domain, domainSuffix }, i) => [`list ${i}`, compileList([{ domain, domainSuffix }], [])]),
        );
        const index = prepare({ seed: 1, nodes: NODES, rules: compileRules(moved), lists, final: "direct" });
        for (const one of asked)
          expect(decide(index, {}, createMemory(), one, instant(0)).rule).toBe(triedOneByOne(rules, one));
      },
    ),
    { numRuns: 500 },
  );
});
