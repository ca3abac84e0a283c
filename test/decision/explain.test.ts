import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { How } from "../../src/decision/contract.ts";
import { explain } from "../../src/decision/explain.ts";
import { saveMemory } from "../../src/decision/memory.ts";
import type { Plan } from "../../src/model/plan.ts";
import type { Rule } from "../../src/model/settings.ts";
import { instant } from "../../src/model/units.ts";
import { asking, hash, nodesOf, one, request, rule, sticky, turns } from "./snapshot.ts";

const slots = [0, 1].map((member) => ({ member, works: true }));
const PLANS: readonly Plan[] = [
  one(1),
  turns(1, 0),
  hash([0, 1], [0]),
  sticky([0, 1], [0, 1]),
  sticky([0, 1], [1], { stickyHash: ["none"] }),
  { kind: "pool", slots, stickyHash: ["domain"] },
  { kind: "empty" },
];

describe("why this one", () => {
  test.each<[string, Plan, Partial<How>]>([
    ["a selection", one(1), { kind: "selected" }],
    ["a turn", turns(1, 0), { kind: "turn", place: 0, of: 2 }],
    ["a hash, the hashed member dead", hash([0], []), { kind: "hashed", key: "x.test", home: "a" }],
    ["a new key", sticky([0, 1], [0, 1]), { kind: "drawn", key: "0:6:x.test", of: 2 }],
    ["a draw", sticky([0, 1], [1], { stickyHash: ["none"] }), { kind: "drawn", key: null, of: 1 }],
    [
      "a slot",
      { kind: "pool", slots: slots.slice(0, 1), stickyHash: ["domain"] },
      { kind: "slot", slot: 0, skipped: false },
    ],
  ])("B19 · %s", (_, plan, how) => {
    const { index, plans, memory } = asking({ nodes: nodesOf({ g: "ab" }), plans: { g: plan } });
    const { steps } = explain(index, plans(), memory, request("https://www.x.test/"), instant(0));
    expect(steps).toMatchObject([{ group: "g", plan, how }]);
  });

  test("RR4 · a ride, and B19 · the rule and every group on the way", () => {
    const nodes = nodesOf({ g: ["h", "a"], h: "bc" });
    const asked = asking({ nodes, plans: { g: one(0), h: turns(1, 0) }, rules: [rule("x.test", "g")] });
    asked.ask("https://x.test/", 0);
    const seen = explain(asked.index, asked.plans(), asked.memory, request("https://x.test/"), instant(9));
    expect(seen).toMatchObject({
      outbound: "c",
      rule: 0,
      steps: [
        { group: "g", member: "h", how: { kind: "selected" } },
        { group: "h", member: "c", how: { kind: "ride" } },
      ],
    });
  });

  test("X5 · the rule that won is named, whatever it goes by, and the outbound that it names", () => {
    const some: readonly Partial<Rule>[] = [
      { port: [8443] },
      { ipCidr: ["192.0.2.0/24"] },
      { domainRegex: ["^ads"] },
      { container: ["firefox-container-2"], invert: true },
    ];
    const rules = some.map((one, i): Rule => ({ domain: [], domainSuffix: [], outbound: "abcd".charAt(i), ...one }));
    const asked = asking({ nodes: nodesOf({ g: "ab" }), plans: { g: one(0) }, rules });
    const why = (address: string, container = "") => {
      const said = explain(asked.index, asked.plans(), asked.memory, request(address, container), instant(0));
      return [said.rule, said.outbound];
    };
    expect(why("https://ads.test:8443/")).toEqual([0, "a"]);
    expect(why("http://192.0.2.9/")).toEqual([1, "b"]);
    expect(why("https://ads.test/")).toEqual([2, "c"]);
    expect(why("https://x.test/", "firefox-default")).toEqual([3, "d"]);
    expect(why("https://x.test/", "firefox-container-2")).toEqual([null, "a"]);
  });

  test("M25 · each group's facts stand with its step", () => {
    const nodes = nodesOf({ g: ["h", "a"], h: "bc" });
    const { index, plans, memory } = asking({ nodes, plans: { g: one(0), h: turns(1, 0) } });
    const facts = {
      members: [],
      acceptable: 240,
      held: true,
      strategy: { kind: "consistent-hashing", maxRetry: 1 },
    } as const;
    const factsFor = (group: string) => (group === "h" ? facts : null);
    const { steps } = explain(index, plans(), memory, request("https://x.test/"), instant(0), factsFor);
    expect(steps.map((step) => [step.group, step.facts])).toEqual([
      ["g", null],
      ["h", facts],
    ]);
  });

  test("B19 · it says what the next decision will be, and touches no memory", () => {
    const nodes = nodesOf({ g: ["h", "a"], h: "bc" });
    const any = fc.constantFrom(...PLANS);
    fc.assert(
      fc.property(any, any, fc.array(fc.nat(5), { maxLength: 20 }), (g, h, hosts) => {
        const asked = asking({ nodes, plans: { g, h } });
        for (const host of hosts) {
          const address = request(`https://h${host}.test/`);
          const before = JSON.stringify(saveMemory(asked.memory));
          const said = explain(asked.index, asked.plans(), asked.memory, address, instant(0));
          expect(JSON.stringify(saveMemory(asked.memory))).toBe(before);
          const { outbound, via } = asked.ask(address);
          expect([said.outbound, said.steps.map(({ group }) => group)]).toEqual([outbound, via]);
        }
      }),
    );
  });
});
