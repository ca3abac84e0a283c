import fc from "fast-check";
import { expect, test } from "vitest";
import { answers, clearlyFaster, DEAD, effectiveDelay, isOfThisRun } from "../../src/balancer/delay-model.ts";
import { createGroup, deadlineOf, stepGroup } from "../../src/balancer/group.ts";
import { planOf, usingOf } from "../../src/balancer/shown.ts";
import type { GroupState } from "../../src/balancer/state.ts";
import { viewOf } from "../../src/balancer/view.ts";
import type { BalancerOptions, Strategy } from "../../src/model/outbound.ts";
import { ms } from "../../src/model/units.ts";
import { LETTERS, options, story, strategy } from "./arbitrary-story.ts";
import { groupOf, type Input, play, resultsOf } from "./group-story.ts";

const watch = (
  name: Strategy,
  inputs: readonly Input[],
  see: (before: GroupState, after: GroupState) => void,
  more: Partial<BalancerOptions> = {},
): void => {
  const setup = groupOf(name, LETTERS, more);
  let before = createGroup(setup);
  play(setup, inputs, (after) => {
    see(before, after);
    before = after;
    return after;
  });
};

test("B6, B20 · whatever happens, a group names somebody, and only eligible members", () => {
  fc.assert(
    fc.property(strategy, story, (name, inputs) => {
      const setup = groupOf(name, LETTERS);
      watch(name, inputs, (_, state) => {
        for (const network of ["tcp", "udp"] as const) {
          const plan = planOf(setup, state, network);
          const eligible = [...LETTERS].flatMap((tag, member) =>
            network === "tcp" || tag === tag.toLowerCase() ? [member] : [],
          );
          const named =
            plan.kind === "one"
              ? [plan.member]
              : plan.kind === "turns"
                ? plan.order
                : plan.kind === "pool"
                  ? plan.slots.map(({ member }) => member)
                  : "eligible" in plan
                    ? plan.eligible
                    : [];
          expect(named.length).toBeGreaterThan(0);
          for (const member of named) expect(eligible).toContain(member);
        }
        expect(usingOf(setup, state).length).toBeGreaterThan(0);
      });
    }),
  );
});

test("RR2, RR3 · a dead member takes turns only when nobody is alive, once results of this run exist", () => {
  fc.assert(
    fc.property(story, (inputs) => {
      const setup = groupOf("round-robin", LETTERS);
      watch("round-robin", inputs, (_, state) => {
        const plan = planOf(setup, state);
        const { known, alive } = viewOf(setup, state, "tcp");
        if (plan.kind !== "turns" || !known.some(isOfThisRun) || alive.length === 0) return;
        for (const member of plan.order) expect(known[member]?.kind).toBe("delay");
      });
    }),
  );
});

test("LD2, LD3, LD4, LD6 · the selection moves for less than the tolerance only from one that does not answer", () => {
  const tolerance = fc.constantFrom(null, ms(0), ms(10), ms(300));
  const toleranceRatio = fc.constantFrom(null, 0, 0.5);
  fc.assert(
    fc.property(story, fc.record({ tolerance, toleranceRatio }), (inputs, some) => {
      watch(
        "lowest-delay",
        inputs,
        (before, after) => {
          if (before.tcp?.kind !== "lowest-delay" || after.tcp?.kind !== "lowest-delay") return;
          const [from, to] = [after.known[before.tcp.selected], after.known[after.tcp.selected]];
          if (from === to || from?.kind !== "delay" || !answers(from)) return;
          const needed = Math.max(some.tolerance ?? 50, (some.toleranceRatio ?? 0.1) * from.delay);
          expect(to?.kind === "delay" && !to.cached && from.delay - to.delay).toBeGreaterThan(needed);
        },
        some,
      );
    }),
    { numRuns: 500 },
  );
});

test("PL2, PL3, PL4 · after the first cycle a slot moves only because its holder is dead, or to a clearly faster one", () => {
  fc.assert(
    fc.property(story, options, (inputs, some) => {
      watch(
        "pool",
        inputs,
        (before, after) => {
          if (!before.cycleEnded || before.tcp?.kind !== "pool" || after.tcp?.kind !== "pool") return;
          const delay = (member: number | undefined) => effectiveDelay(after.known[member ?? -1] ?? null);
          const [from, to] = [before.tcp.slots, after.tcp.slots];
          const moved = [...from.keys()].filter((slot) => from[slot] !== to[slot] && delay(from[slot]) < DEAD);
          expect(moved.length, "one swap an update").toBeLessThanOrEqual(1);
          for (const slot of moved) {
            const { tolerance } = some;
            expect(tolerance, "with tolerance unset nobody who works gives a slot away").not.toBeNull();
            expect(clearlyFaster(delay(to[slot]), delay(from[slot]), tolerance ?? DEAD, 0.1)).toBe(true);
          }
          expect(new Set(to).size, "a slot each").toBe(from.length);
        },
        some,
      );
    }),
    { numRuns: 300 },
  );
});

test("LD3 · two members around 60 ms with 20 % jitter never swap", () => {
  const jitter = fc.integer({ min: 48, max: 72 });
  fc.assert(
    fc.property(fc.array(fc.tuple(jitter, jitter), { minLength: 1, maxLength: 60 }), (rounds) => {
      const inputs = rounds.map(
        ([a, b], i): Input => [
          60_000 * i,
          { kind: "results", results: resultsOf({ a, b }, 60_000 * i), scope: "single" },
        ],
      );
      const chosen = new Set<number>();
      watch("lowest-delay", inputs, (_, state) => {
        if (state.tcp?.kind === "lowest-delay") chosen.add(state.tcp.selected);
      });
      expect(chosen.size).toBe(1);
    }),
  );
});

test("B18 · the state survives JSON after every step", () => {
  fc.assert(
    fc.property(strategy, story, (name, inputs) => {
      const setup = groupOf(name, LETTERS);
      const straight = play(setup, inputs);
      const restarted = play(setup, inputs, (state) => JSON.parse(JSON.stringify(state)) as GroupState);
      expect(restarted).toEqual(straight);
    }),
  );
});

test("B19 · looking changes nothing", () => {
  fc.assert(
    fc.property(strategy, story, (name, inputs) => {
      const setup = groupOf(name, LETTERS);
      watch(name, inputs, (_, state) => {
        const before = JSON.stringify(state);
        planOf(setup, state);
        usingOf(setup, state);
        expect(JSON.stringify(state)).toBe(before);
      });
    }),
  );
});

test("LD5, B10 · a deadline that was met does not come again", () => {
  fc.assert(
    fc.property(strategy, story, (name, inputs) => {
      const setup = groupOf(name, LETTERS);
      const { state } = play(setup, inputs);
      const due = deadlineOf(state);
      if (due === null) return;
      const { state: later } = stepGroup(setup, state, { kind: "timer" }, due);
      expect(deadlineOf(later)).not.toBe(due);
    }),
  );
});
