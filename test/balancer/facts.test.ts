import { describe, expect, test } from "vitest";
import { factsOf } from "../../src/balancer/facts.ts";
import type { BalancerOptions, Strategy } from "../../src/model/outbound.ts";
import { ms } from "../../src/model/units.ts";
import { begins, ends, firstCycle, groupOf, type Input, logLines, play, single, start, tested } from "./group-story.ts";

const facts = (
  strategy: Strategy,
  letters: string,
  inputs: readonly Input[],
  options: Partial<BalancerOptions> = {},
  network: "tcp" | "udp" = "tcp",
) => {
  const setup = groupOf(strategy, letters, options);
  return factsOf(setup, play(setup, inputs).state, network);
};
const KNOWN: Input[] = [start(0, { c: 70, d: 80 }), single(1, { a: 120, B: 300 }), single(2, { d: "fail" })];

describe("what a group's plan rests on", () => {
  test("B2 to B6 · each member's result, effective delay, and whether it is eligible and alive; the acceptable delay", () => {
    expect(facts("round-robin", "aBcde", KNOWN)).toMatchObject({
      acceptable: 240,
      held: false,
      members: [
        { tag: "a", state: "answers", effective: 120, eligible: true, alive: true },
        { tag: "B", state: "answers", effective: 300, eligible: true, alive: false },
        { tag: "c", state: "cached", effective: 20_070, eligible: true, alive: false },
        { tag: "d", state: "failed", effective: 65_535, eligible: true, alive: false },
        { tag: "e", state: "untested", effective: 65_535, eligible: true, alive: false },
      ],
    });
    const [, forUdp] = facts("round-robin", "aBcde", KNOWN, {}, "udp")?.members ?? [];
    expect(forUdp).toMatchObject({ eligible: false, alive: false });
  });

  test("B12 · that a regular cycle holds", () => {
    expect(facts("lowest-delay", "ab", [...firstCycle({ a: 90 }), begins(3e5, "regular")])?.held).toBe(true);
  });

  test.each<[string, Strategy, Partial<BalancerOptions>, object]>([
    ["RR2, B17 · the turns and who is shown", "round-robin", {}, { order: ["a", "b"], shown: "a", tolerance: 50 }],
    ["CH3 · other picks", "consistent-hashing", { maxRetry: 2 }, { maxRetry: 2 }],
    [
      "SS1, SS2 · the key, how long it is kept, other picks",
      "sticky-sessions",
      { ttl: ms(9) },
      { ttl: 9, maxRetry: 0, stickyHash: ["source_ip", "domain"] },
    ],
    [
      "PL1, PL4 · the slots' holders, the tolerance unset",
      "pool",
      {},
      {
        slots: ["a", "b", "c"].map((member) => ({ member, works: member !== "c" })),
        stickyHash: ["process", "domain"],
        tolerance: null,
      },
    ],
    ["PL4 · the tolerance", "pool", { tolerance: ms(7) }, { tolerance: 7, toleranceRatio: 0.1 }],
    [
      "LD3 · the tolerances, and the default of what is unset",
      "lowest-delay",
      { tolerance: ms(7) },
      { selected: "a", tolerance: 7, toleranceRatio: 0.1, staysUntil: null },
    ],
  ])("%s", (_, strategy, options, expected) => {
    const inputs = firstCycle({ a: 100, b: 150, c: "fail" });
    expect(facts(strategy, "abc", inputs, options)?.strategy).toMatchObject({ kind: strategy, ...expected });
  });

  test("B20 · an empty group has none", () => {
    expect(facts("pool", "", [start(0)])).toBeNull();
  });
});

describe("why lowest-delay keeps or takes a member", () => {
  const settled = firstCycle({ a: 300, b: 900 });
  const regular = [...settled, begins(3e5, "regular")];
  test.each<[string, Input[], object]>([
    ["nobody answers", [start(0)], { from: "a", fastest: null, why: "nobody-answers", needed: null }],
    ["LD2 · a better cached one", [start(0, { b: 9 })], { from: "a", fastest: null, why: "best-cached" }],
    [
      "LD2 · the first real ping",
      [start(0), single(1, { b: 400 })],
      { from: "a", fastest: "b", why: "first-real-ping" },
    ],
    ["LD4 · the selected one failed", [...settled, single(9e4, { a: "fail" })], { from: "a", why: "selected-failed" }],
    ["LD5 · it stays", [start(0), single(1, { b: 400 }), single(2, { a: 9 })], { from: "b", why: "staying" }],
    [
      "B14 · the cycle has not tested it",
      [...regular, tested(300_100, { b: 20 })],
      { fastest: "b", why: "not-tested-yet" },
    ],
    ["it is the fastest", settled, { from: "a", fastest: "a", why: "fastest", needed: null }],
    [
      "LD3 · none is clearly faster",
      [...settled, single(9e4, { b: 250 })],
      { from: "a", fastest: "b", why: "not-clearly-faster", needed: 50 },
    ],
    [
      "LD3 · another is",
      [...settled, single(9e4, { a: 1000, b: 250 })],
      { from: "a", fastest: "b", why: "clearly-faster", needed: 100 },
    ],
    [
      "B12 · the end of a cycle chooses",
      [...regular, tested(3e5, { b: 20 }), ends(3e5)],
      { from: "a", why: "clearly-faster" },
    ],
  ])("M25 · %s, in the log and as data", (_, inputs, expected) => {
    const setup = groupOf("lowest-delay", "ab");
    const played = play(setup, inputs);
    const strategy = factsOf(setup, played.state)?.strategy;
    if (strategy?.kind !== "lowest-delay") throw new Error(strategy?.kind);
    expect(strategy.last).toMatchObject(expected);
    const { last, selected } = strategy;
    const line = logLines(played).at(-1) ?? "LOWEST g: keeps a (untested), fastest: none yet; nobody answers";
    expect(line).toMatch(new RegExp(`^LOWEST g: ${selected === last.from ? "keeps" : "takes"} ${selected} `));
    expect(line).toContain(last.fastest === null ? "fastest: none yet;" : `fastest: ${last.fastest} (`);
    if (last.needed !== null) expect(line).toContain(`by more than ${last.needed} ms`);
  });

  test("LD5 · when its stay ends", () => {
    expect(facts("lowest-delay", "ab", [start(0), single(7, { b: 400 })])?.strategy).toMatchObject({
      selected: "b",
      staysUntil: 30_007,
    });
  });
});
