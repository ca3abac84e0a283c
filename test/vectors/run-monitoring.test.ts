import { describe, expect, test } from "vitest";
import { runMonitoring } from "./run-monitoring.ts";
import { readVector } from "./vector.ts";

/** A small vector that holds; each case breaks one thing of it. */
const GOOD = {
  id: "T-02",
  area: "monitoring",
  level: "must",
  given: { outbounds: ["a", "b"], groups: { g: { type: "round-robin", members: ["a", "b"] } } },
  steps: [
    { t: 0, op: "start" },
    { t: 10, op: "attempt_answers", member: "a" },
  ],
  expect: [{ at: 20, state_of: { a: "works", b: "untested" }, tests_started: ["b", "a"], group_updates: { g: 0 } }],
  why: "a test of the runner",
};

const run = (change: Partial<Record<keyof typeof GOOD, unknown>>) => () =>
  runMonitoring(readVector({ ...GOOD, ...change }));
const steps = (...more: object[]) => ({ steps: [...GOOD.steps, ...more] });
const expects = (entry: object) => ({ expect: [{ at: 20, ...entry }] });
const given = (more: object) => ({ given: { ...GOOD.given, ...more } });

test("a vector that holds passes", run({}));

describe("nothing is skipped: it fails a vector", () => {
  test.each<[string, Partial<Record<keyof typeof GOOD, unknown>>]>([
    ["with a step that is not known", steps({ t: 30, op: "dance" })],
    ["with a step of a group vector", steps({ t: 30, op: "result", member: "a", delay: 1 })],
    ["with a field of a step that is not known", steps({ t: 30, op: "user_test", member: "a", color: "red" })],
    ["with a step for nobody", steps({ t: 30, op: "user_test", member: "z" })],
    ["with an answer to no request", steps({ t: 30, op: "attempt_answers", member: "a" })],
    ["with an error that is not known", steps({ t: 30, op: "attempt_fails", member: "b", error: "tired" })],
    ["with the end of no look-up", steps({ t: 30, op: "ip_lookup_result", member: "b", ok: false })],
    ["with a found exit without address", steps({ t: 30, op: "ip_lookup_result", member: "a", ok: true })],
    ["with a cycle of another kind", steps({ t: 30, op: "cycle_start", kind: "network" })],
    ["with a switch to no member", steps({ t: 30, op: "select", group: "g", member: "z" })],
    ["with a configuration that is refused", steps({ t: 30, op: "load_config", value: { interval: "soon" } })],
    ["with a given that is not known", given({ weather: "fine" })],
    ["with a given of nobody", given({ cached: { z: 1 } })],
    ["with a group of nobody", given({ groups: { g: { type: "selector", members: ["z"] } } })],
    ["with an option that a person may not write", given({ options: { workers: 0.5 } })],
    ["with a detour to nobody", given({ detour: { a: "z" } })],
    ["with an expectation that is not known", expects({ mood: "good" })],
    ["with an expectation of a group vector", expects({ alive: ["a"] })],
    ["with an expectation of the wrong type", expects({ running_tests: "one" })],
    ["with a state that is not known", expects({ state_of: { a: "tired" } })],
    ["with an expectation of nobody", expects({ state_of: { z: "works" } })],
    ["with an expectation of no group", expects({ group_result: { a: 10 } })],
    ["with a key that narrows nothing", expects({ pings_since: 5 })],
    ["with an end of a test nobody asked for", expects({ final: { a: 10 } })],
    ["with an expectation that does not hold", expects({ tests_started: ["a"] })],
  ])("%s", (_, change) => {
    expect(run(change)).toThrow();
  });
});
