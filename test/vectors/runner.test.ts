import { describe, expect, test } from "vitest";
import { runGroup } from "./run-group.ts";
import { readVector } from "./vector.ts";

/** A small vector that holds; each case breaks one thing of it. */
const GOOD = {
  id: "T-01",
  area: "round-robin",
  level: "must",
  given: { strategy: "round-robin", members: ["a", "b"] },
  steps: [
    { t: 0, op: "start" },
    { t: 10, op: "result", member: "a", delay: 100 },
    { t: 20, op: "connect", conn: "k1" },
  ],
  expect: [{ at: 20, alive: ["a"], member_of: { k1: "a" }, counts: { a: 1 } }],
  why: "a test of the runner",
};

const run = (change: Partial<Record<keyof typeof GOOD, unknown>>) => () => runGroup(readVector({ ...GOOD, ...change }));
const steps = (...more: object[]) => ({ steps: [...GOOD.steps, ...more] });
const expects = (entry: object) => ({ expect: [{ at: 20, ...entry }] });
const given = (more: object) => ({ given: { ...GOOD.given, ...more } });

test("a vector that holds passes", run({}));

describe("nothing is skipped: it fails a vector", () => {
  test.each<[string, Partial<Record<keyof typeof GOOD, unknown>>]>([
    ["with an area that is not known", { area: "weather" }],
    ["with a level that is not known", { level: "maybe" }],
    ["whose time goes back", steps({ t: 19, op: "peek" })],
    ["with a step that is not known", steps({ t: 30, op: "dance" })],
    ["with a step of another kind of vector", steps({ t: 30, op: "user_test", member: "a" })],
    ["with a field of a step that is not known", steps({ t: 30, op: "result", member: "a", delay: 1, color: "red" })],
    ["with a result of nobody", steps({ t: 30, op: "result", member: "z", delay: 1 })],
    ["with a result that is neither delay nor failure", steps({ t: 30, op: "result", member: "a" })],
    ["with a value that is not known", steps({ t: 30, op: "cycle_start", kind: "lazy" })],
    ["with a given that is not known", given({ weather: "fine" })],
    ["with an option that is not known", given({ options: { speed: 1 } })],
    ["with an option that a person may not write", given({ options: { delay_acceptable_ratio: 0.5 } })],
    ["with an expectation that is not known", expects({ mood: "good" })],
    ["with an expectation of the wrong type", expects({ alive: "a" })],
    ["with a key that narrows nothing", expects({ counts_since: 5 })],
    ["with an expectation that does not hold", expects({ alive: ["b"] })],
    ["that draws more often than it says", { ...given({ strategy: "sticky-sessions", random_picks: [] }), expect: [] }],
  ])("%s", (_, change) => {
    expect(run(change)).toThrow();
  });
});
