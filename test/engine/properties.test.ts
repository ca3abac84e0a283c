import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { takersOf } from "../../src/balancer/takers.ts";
import type { EngineInput } from "../../src/engine/contract.ts";
import { deadlineOf } from "../../src/engine/engine.ts";
import { keepState, restoreState } from "../../src/engine/kept-state.ts";
import { plansOf } from "../../src/engine/snapshot.ts";
import { configOf } from "./sample-config.ts";
import { type Behaviour, SimulatedShell } from "./simulated-shell.ts";

const TAGS = ["a", "b", "c", "d", "e"] as const;
const WORKERS = 2;
const HOUR = 3_600_000;
// Each takes a second or two; a busy machine may take ten.
vi.setConfig({ testTimeout: 60_000 });

const CONFIG = configOf(
  { a: {}, b: {}, c: { detour: "a" }, d: { detour: "select" }, e: {} },
  [
    { type: "balancer", tag: "fastest", outbounds: ["a", "b", "c"], strategy: "lowest-delay" },
    { type: "balancer", tag: "turns", outbounds: ["b", "e", "fastest"] },
    { type: "selector", tag: "select", outbounds: ["fastest", "turns", "e"] },
  ],
  { workers: WORKERS, urls: ["https://one.example/generate_204", "https://two.example/generate_204"] },
);

const tag = fc.constantFrom(...TAGS);
const delay = fc.integer({ min: 1, max: 9_000 });
const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  {
    weight: 4,
    arbitrary: delay.map((after): Behaviour => ({ kind: "ends", after, outcome: { kind: "delay", delay: after } })),
  },
  {
    weight: 2,
    arbitrary: delay.map(
      (after): Behaviour => ({ kind: "ends", after, outcome: { kind: "failed", error: { code: "refused" } } }),
    ),
  },
  { weight: 1, arbitrary: delay.map((after): Behaviour => ({ kind: "ends", after, outcome: { kind: "again" } })) },
  { weight: 1, arbitrary: fc.constant<Behaviour>({ kind: "deaf" }) },
);
const behaviours = fc.record(Object.fromEntries(TAGS.map((one) => [one, behaviour])));

/** What may happen; null: the background dies; a number: the clock jumps by so much. */
type Happening = EngineInput | number | null;
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.constant(null),
  fc.constant<EngineInput>({ kind: "traffic" }),
  fc.constant<EngineInput>({ kind: "network-changed" }),
  fc.constant<EngineInput>({ kind: "stop-asked" }),
  fc.constant<EngineInput>({ kind: "run-cycle" }),
  fc.boolean().map((online): EngineInput => ({ kind: "online", online })),
  tag.map((one): EngineInput => ({ kind: "connection-failed", tag: one })),
  tag.map((one): EngineInput => ({ kind: "connection-silent", tag: one })),
  tag.map((one): EngineInput => ({ kind: "connection-doubtful", tag: one })),
  fc.subarray([...TAGS, "turns"]).map((tags): EngineInput => ({ kind: "ask", tags })),
  fc.record({ kind: fc.constant("ready" as const), tag, ready: fc.boolean() }),
  fc.constantFrom("fastest", "turns", "e").map((member): EngineInput => ({ kind: "pick", group: "select", member })),
);
const leap: fc.Arbitrary<Happening> = fc.integer({ min: -2 * HOUR, max: HOUR });
const storyOf = (one: fc.Arbitrary<Happening>) => fc.array(fc.tuple(fc.nat({ max: 20_000 }), one), { maxLength: 25 });
const story = storyOf(happening);
type Story = readonly (readonly [number, Happening])[];

function play(shell: SimulatedShell, happenings: Story): void {
  shell.now = 100 * HOUR;
  shell.input({ kind: "start" });
  for (const [gap, one] of happenings) {
    shell.until(shell.now + gap);
    if (typeof one === "number") shell.jump(one);
    if (one === null) shell.die();
    else shell.input(typeof one === "number" ? { kind: "timer" } : one);
  }
}

test("M6, M15, M18, B18 · whatever happens: one attempt an outbound, no more than `workers` for the cycle, plain JSON", () => {
  fc.assert(
    fc.property(behaviours, story, (by, happenings) => {
      const shell = new SimulatedShell(CONFIG, by, ({ state, attempts, lookUps, now, model }) => {
        const busy = attempts.map((one) => one.tag);
        expect(new Set(busy).size, "two attempts of one outbound").toBe(busy.length);
        const tests = Object.entries(state.monitoring.tests);
        expect(tests.filter(([, { worker }]) => worker).length).toBeLessThanOrEqual(WORKERS);
        expect(lookUps.length).toBeLessThanOrEqual(WORKERS);
        expect(tests.flatMap(([, { attempt }]) => attempt?.id ?? []).sort()).toEqual(
          attempts.map(({ id }) => id).sort(),
        );
        expect(JSON.parse(JSON.stringify(state))).toStrictEqual(state);
        expect(restoreState(model, JSON.parse(JSON.stringify(keepState(model, state))))).toStrictEqual(state);
        expect(deadlineOf(state) ?? now + 1, "a deadline that has passed").toBeGreaterThan(now);
        for (const [group, plan] of Object.entries(plansOf(model, state))) {
          const members = model.groupOf.get(group)?.members ?? [];
          expect(
            takersOf(plan).map((one) => members[one]),
            group,
          ).not.toEqual([]);
          expect(takersOf(plan).every((one) => members[one] !== undefined)).toBe(true);
        }
      });
      play(shell, happenings);
    }),
    { numRuns: 150 },
  );
});

test("M7, M17, M18 · every attempt ends or is aborted, every test and cycle is over, and without traffic all is quiet, whatever the clock does", () => {
  fc.assert(
    fc.property(behaviours, storyOf(fc.oneof({ weight: 9, arbitrary: happening }, leap)), (by, happenings) => {
      const shell = new SimulatedShell(CONFIG, by);
      play(shell, happenings);
      shell.until(shell.now + HOUR);
      expect(shell.attempts).toEqual([]);
      expect(shell.lookUps).toEqual([]);
      const { tests, waiting, cycle, cycleOpen, pending, asked } = shell.state.monitoring;
      expect({ tests, waiting, cycle, cycleOpen, pending }).toEqual({
        tests: {},
        waiting: {},
        cycle: null,
        cycleOpen: false,
        pending: [],
      });
      expect(asked === null || asked.done === asked.total, "a test asked for is never over").toBe(true);
      const { steps } = shell;
      shell.until(shell.now + HOUR);
      expect(shell.steps).toBe(steps);
    }),
    { numRuns: 100 },
  );
});

test("B18 · a background that dies at any step comes to the same results", () => {
  const steady = delay.map((n) => Math.ceil(n / 10));
  const ends = fc.oneof(
    steady.map((after): Behaviour => ({ kind: "ends", after, outcome: { kind: "delay", delay: after } })),
    steady.map(
      (after): Behaviour => ({ kind: "ends", after, outcome: { kind: "failed", error: { code: "refused" } } }),
    ),
  );
  const asked = fc.array(fc.tuple(fc.nat({ max: 20_000 }), fc.subarray([...TAGS])), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(TAGS.map((one) => [one, ends]))),
      asked,
      fc.nat({ max: 60 }),
      (by, asks, death) => {
        const happenings: Story = asks.map(([gap, tags]) => [gap, { kind: "ask", tags }]);
        const outcomes = (shell: SimulatedShell): object => {
          play(shell, happenings);
          shell.until(shell.now + HOUR);
          const { results, exits } = shell.state.monitoring;
          return TAGS.map((one) => {
            const result = results[one];
            return [result?.kind === "delay" ? result.delay : result?.error, exits[one]?.exit];
          });
        };
        const mortal = new SimulatedShell(CONFIG, by, (shell) => {
          if (shell.steps === death) shell.die();
        });
        expect(outcomes(mortal)).toEqual(outcomes(new SimulatedShell(CONFIG, by)));
      },
    ),
    { numRuns: 150 },
  );
});
