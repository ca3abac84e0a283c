import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isOfThisRun } from "../../src/balancer/delay-model.ts";
import { planOf } from "../../src/balancer/shown.ts";
import type { GroupState } from "../../src/balancer/state.ts";
import { viewOf } from "../../src/balancer/view.ts";
import { createMemory, loadMemory, type Memory, saveMemory } from "../../src/decision/memory.ts";
import type { BalancerOptions, Strategy } from "../../src/model/outbound.ts";
import { ms } from "../../src/model/units.ts";
import { LETTERS, options, story, strategy } from "../balancer/arbitrary-story.ts";
import { groupOf, type Input, play } from "../balancer/group-story.ts";
import { asking, hash, nodesOf, request, sticky } from "./snapshot.ts";

const nodes = nodesOf({ g: LETTERS });
nodes.C = nodes.E = { kind: "leaf" };

/** The states of a group in the course of a story, each with the moment. */
function statesOf(name: Strategy, some: Partial<BalancerOptions>, inputs: readonly Input[]) {
  const states: GroupState[] = [];
  const setup = groupOf(name, LETTERS, some);
  play(setup, inputs, (state) => {
    states.push(state);
    return state;
  });
  return { setup, states };
}

/** Requests after each step: hosts by number, and a pause before each. */
const requests = fc.array(fc.tuple(fc.nat(6), fc.constantFrom(0, 100, 9_999, 10_000)), { minLength: 1, maxLength: 4 });
const tag = (member: number): string => LETTERS[member] ?? "?";

describe("the member named for a request", () => {
  test("B6, RR2, CH3, SS3 · is eligible, and once results of this run exist a dead one only when nobody is alive", () => {
    fc.assert(
      fc.property(strategy, options, story, requests, (name, some, inputs, asked) => {
        const { setup, states } = statesOf(name, some, inputs);
        const { ask, setPlans } = asking({ nodes, plans: {} });
        let at = 0;
        for (const state of states) {
          setPlans({ g: planOf(setup, state) });
          const view = viewOf(setup, state, "tcp");
          const dead = view.eligible.filter((member) => view.known[member]?.kind !== "delay").map(tag);
          for (const [host, pause] of asked) {
            at += pause;
            const { outbound } = ask(`https://h${host}.test/`, at);
            expect(view.eligible.map(tag)).toContain(outbound);
            if (!view.known.some(isOfThisRun) || view.alive.length === 0) continue;
            if (name === "round-robin") expect(dead).not.toContain(outbound);
            if (name === "consistent-hashing" || name === "sticky-sessions")
              expect(view.alive.map(tag)).toContain(outbound);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("B18 · is the same when turns, rides, sticky keys and draws go through JSON before every request", () => {
    fc.assert(
      fc.property(strategy, options, story, requests, (name, some, inputs, asked) => {
        const { setup, states } = statesOf(name, some, inputs);
        const served = (each: (memory: Memory) => Memory): string[] => {
          let memory = createMemory();
          let at = 0;
          const all: string[] = [];
          for (const state of states)
            for (const [host, pause] of asked) {
              at += pause;
              memory = each(memory);
              const { ask } = asking({ nodes, plans: { g: planOf(setup, state) } }, memory);
              all.push(ask(`https://h${host}.test/`, at).outbound);
            }
          return [...all, JSON.stringify(saveMemory(memory))];
        };
        const mortal = served((memory) => loadMemory(JSON.parse(JSON.stringify(saveMemory(memory)))));
        expect(mortal).toEqual(served((memory) => memory));
      }),
      { numRuns: 200 },
    );
  });
});

describe("consistent-hashing", () => {
  const all = [0, 1, 2, 3, 4, 5];
  const letters = (members: readonly number[]): string => members.map((member) => "abcdef"[member]).join("");
  const host = fc.domain();
  const some = fc.subarray(all);
  const retries = fc.nat(3);
  const serve = (members: string, alive: readonly number[], maxRetry: number, name: string): string =>
    asking({
      nodes: nodesOf({ g: members }),
      plans: {
        g: hash(
          [...members].map((_, i) => i),
          [...alive],
          maxRetry,
        ),
      },
    }).ask(request(`https://${name}/`)).outbound;

  test("CH2, CH3 · a death moves only the keys of the dead, and they return when the member does", () => {
    fc.assert(
      fc.property(host, some, retries, (name, alive, maxRetry) => {
        const home = serve("abcdef", all, maxRetry, name);
        const now = serve("abcdef", alive, maxRetry, name);
        if (alive.length === 0 || letters(alive).includes(home)) expect(now).toBe(home);
        else expect(letters(alive)).toContain(now);
      }),
      { numRuns: 500 },
    );
  });

  test("CH4 · a removal moves only the keys of the removed", () => {
    fc.assert(
      fc.property(host, some, (name, left) => {
        const home = serve("abcdef", all, 0, name);
        if (!letters(left).includes(home)) return;
        expect(serve(letters(left), [...left.keys()], 0, name)).toBe(home);
      }),
      { numRuns: 500 },
    );
  });
});

describe("sticky-sessions", () => {
  const MOST = 1_000;
  const plan = sticky([0, 1, 2], [0, 1, 2]);
  const site = (host: number): string => `https://h${host}.test/`;
  const nearFull = fc.integer({ min: MOST - 20, max: MOST });
  /** Old ones, which are used again, and new ones, which push others out. */
  const host = fc.oneof(fc.nat(9), fc.integer({ min: MOST - 20, max: MOST + 40 }));
  const asked = fc.array(host, { maxLength: 60 });

  test("SS2 · never more than 1,000 keys, the least recently used goes first", () => {
    fc.assert(
      fc.property(nearFull, asked, (before, hosts) => {
        const { ask, memory } = asking({ nodes: nodesOf({ g: "abc" }), plans: { g: plan } });
        const expected = new Set<string>();
        for (const host of [...Array(before).keys(), ...hosts]) {
          const { changes } = ask(site(host));
          const [stored] = changes.flatMap((change) => (change.kind === "sticky" ? change.key : []));
          expected.delete(stored ?? "");
          expected.add(stored ?? "");
          for (const oldest of expected) {
            if (expected.size <= MOST) break;
            expected.delete(oldest);
          }
        }
        expect(
          memory.sticky
            .get("g")
            ?.entries()
            .map(([key]) => key),
        ).toEqual([...expected]);
      }),
      { numRuns: 25 },
    );
  });

  test("SS2 · never more than 1,000 with a ttl either, and none that lives goes while one is there that has expired", () => {
    const paused = fc.array(fc.tuple(host, fc.nat(150), fc.boolean()), { minLength: 30, maxLength: 90 });
    fc.assert(
      fc.property(nearFull, paused, (before, steps) => {
        const world = {
          nodes: nodesOf({ g: "abc" }),
          plans: { g: sticky([0, 1, 2], [0, 1, 2], { ttl: ms(10_000) }) },
        };
        let asked = asking(world);
        for (let host = 0; host < before; host++) asked.ask(site(host), host * 9);
        let at = before * 9;
        // Used last are those that end first.
        for (let host = 0; host < 500; host++) asked.ask(site(host), at);
        for (const [host, pause, isWoken] of steps) {
          at += pause;
          if (isWoken) asked = asking(world, loadMemory(JSON.parse(JSON.stringify(saveMemory(asked.memory)))));
          const keys = asked.memory.sticky.get("g")?.entries() ?? [];
          asked.ask(site(host), at);
          const kept = asked.memory.sticky.get("g");
          expect(kept?.size).toBeLessThanOrEqual(MOST);
          const lives = ([, { at: stored }]: (typeof keys)[number]): boolean => at - stored < 10_000;
          const gone = keys.filter(([key]) => kept?.get(key) === undefined);
          if (gone.some(lives)) expect(keys.every(lives)).toBe(true);
        }
      }),
      { numRuns: 15 },
    );
  });
});
