import fc from "fast-check";
import { expect, test } from "vitest";
import type { Node } from "../../src/decision/contract.ts";
import { explain } from "../../src/decision/explain.ts";
import { createMemory, loadMemory, saveMemory } from "../../src/decision/memory.ts";
import type { StickyPart } from "../../src/model/outbound.ts";
import type { Plan, Plans } from "../../src/model/plan.ts";
import { instant, ms } from "../../src/model/units.ts";
import { asking, request } from "./snapshot.ts";

const GROUPS = ["g0", "g1", "g2", "g3"];
const LEAVES = Array.from({ length: 20 }, (_, i) => `leaf${i}`);

/** Any plan of a group of so many. */
function planOf(size: number): fc.Arbitrary<Plan> {
  const all = [...Array(size).keys()];
  const hashed = { eligible: fc.constant(all), alive: fc.subarray(all), maxRetry: fc.nat(3) };
  const weights = fc.constantFrom(
    null,
    all.map((i) => 1 + (i % 3)),
  );
  const stickyHash = fc.constantFrom<readonly StickyPart[]>(["domain"], ["process", "dest_port"], ["none"]);
  const slots = fc.shuffledSubarray(all, { minLength: 1, maxLength: Math.min(4, size) });
  return fc.oneof(
    fc.record({ kind: fc.constant("one" as const), member: fc.nat(size - 1) }),
    fc.record({ kind: fc.constant("turns" as const), order: fc.shuffledSubarray(all, { minLength: 1 }) }),
    fc.record({ kind: fc.constant("hash" as const), weights, ...hashed }),
    fc.record({
      kind: fc.constant("sticky" as const),
      weights,
      ...hashed,
      stickyHash,
      ttl: fc.constantFrom(ms(0), ms(5_000)),
    }),
    fc.record({
      kind: fc.constant("pool" as const),
      slots: slots.map((members) => members.map((member) => ({ member, works: member % 3 !== 0 }))),
      stickyHash,
    }),
  );
}

/** Groups of leaves and of one another, in circles too, each with two plans. */
const groups = fc
  .array(fc.uniqueArray(fc.constantFrom(...LEAVES, ...GROUPS), { minLength: 1, maxLength: 15 }), {
    minLength: GROUPS.length,
    maxLength: GROUPS.length,
  })
  .chain((all) =>
    fc.tuple(
      ...all.map((members) =>
        fc.record({ members: fc.constant(members), plans: fc.tuple(planOf(members.length), planOf(members.length)) }),
      ),
    ),
  );
const asked = fc.array(fc.record({ host: fc.nat(20), wait: fc.constantFrom(0, 10, 9_999, 10_000), plan: fc.nat(1) }), {
  maxLength: 25,
});

test("B18, B19, B20 · through groups in groups a member of each is named, the same after JSON and as explained; a circle blocks", () => {
  const ends = { leaf: 0, loop: 0 };
  fc.assert(
    fc.property(groups, asked, (made, requests) => {
      const nodes: Record<string, Node> = Object.fromEntries([
        ...LEAVES.map((tag) => [tag, { kind: "leaf" }] as const),
        ...made.map(({ members }, i) => [GROUPS[i] ?? "", { kind: "group", members }] as const),
      ]);
      const plansOf = (which: number): Plans =>
        Object.fromEntries(
          made.map(({ plans }, i): [string, Plan] => [GROUPS[i] ?? "", plans[which] ?? { kind: "empty" }]),
        );
      const straight = asking({ nodes, plans: plansOf(0), final: "g0" });
      let memory = createMemory();
      let at = 0;
      for (const { host, wait, plan } of requests) {
        at += wait;
        const address = request(`https://h${host}.test/`);
        straight.setPlans(plansOf(plan));
        const said = explain(straight.index, straight.plans(), straight.memory, address, instant(at));
        const { outbound, via, blocked } = straight.ask(address, at);
        memory = loadMemory(JSON.parse(JSON.stringify(saveMemory(memory))));
        const woken = asking({ nodes, plans: plansOf(plan), final: "g0" }, memory).ask(address, at);
        expect([said.outbound, said.blocked, woken.outbound, woken.via]).toEqual([outbound, blocked, outbound, via]);
        ends[blocked === null ? "leaf" : "loop"]++;
        if (blocked !== null) expect([outbound, blocked]).toEqual(["block", "loop"]);
        for (const [i, group] of via.entries()) {
          const node = nodes[group];
          const next = via[i + 1] ?? (blocked === null ? outbound : undefined);
          if (next !== undefined) expect(node?.kind === "group" && node.members).toContain(next);
        }
      }
      expect(saveMemory(memory)).toEqual(saveMemory(straight.memory));
    }),
    { numRuns: 150 },
  );
  expect(Math.min(ends.leaf, ends.loop)).toBeGreaterThan(20);
});
