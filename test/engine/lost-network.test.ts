import { failing, of, stories } from "./story.ts";

/** All worked in this run, so long ago that a cycle tests them. */
const AGE = { age_ms: 1_200_000 };
const WORKED = {
  outbounds: ["a", "b", "c"],
  last_results: { a: { delay: 90, ...AGE }, b: { delay: 50, ...AGE }, c: { delay: 70, ...AGE } },
};
const fail = (t: number, ...tags: readonly string[]) => tags.map((tag) => [t, "attempt_fails", of(tag)] as const);
const since = (at: number, tests_started: readonly string[]) => ({ tests_started_since: at, tests_started });

stories({
  "M26 · all that had worked fail in one cycle: the results stand, and the fastest is tested 5, 10, 20, 40, 60, 60 s after each end":
    {
      given: { ...WORKED, ...failing, options: { interval: "20m" } },
      steps: [[0, "cycle_start", { kind: "regular" }], ...[100, 200, 300].map((s) => [s * 1_000, "traffic"] as const)],
      expect: [
        [50, { state_of: { a: "failed", b: "failed", c: "failed" }, tests_count: { a: 1, b: 1, c: 1 } }],
        [5_049, since(100, [])],
        [5_050, since(100, ["b"])],
        [15_099, { tests_count: { b: 2 } }],
        [15_100, { tests_count: { b: 3 } }],
        [35_150, { tests_count: { b: 4 } }],
        [75_200, { tests_count: { b: 5 } }],
        [135_250, { tests_count: { b: 6 } }],
        [195_299, { tests_count: { b: 6 } }],
        [195_300, { tests_count: { b: 7, a: 1, c: 1 } }],
      ],
    },
  "M26 · the one that a connection used last is the one": {
    given: { ...WORKED, ...failing },
    steps: [
      [0, "connection_failed_through_member", of("c")],
      [100, "cycle_start", { kind: "regular" }],
    ],
    expect: [[5_200, since(1_000, ["c"])]],
  },
  "M26 · its first success has all others tested at once": {
    given: WORKED,
    steps: [[0, "cycle_start", { kind: "regular" }], ...fail(50, "a", "b", "c"), [5_100, "attempt_answers", of("b")]],
    expect: [
      [5_050, since(100, ["b"])],
      [5_100, { ...since(5_100, ["a", "c"]), state_of: { b: "works" }, cycles_started: [0, 5_100] }],
    ],
  },
  "M17, M26 · within 10 s of a change of the network, in whatever tests": {
    given: { ...WORKED, options: { interval: "20m" } },
    steps: [
      [0, "network_change"],
      [500, "connection_failed_through_member", of("a")],
      ...fail(600, "a"),
      ...fail(2_100, "a", "b", "c"),
    ],
    expect: [
      [7_099, since(2_100, [])],
      [7_100, since(2_100, ["a"])],
    ],
  },
  "M26, M28 · one that fails alone is no lost network, nor are those that failed before": {
    given: WORKED,
    steps: [
      [0, "connection_failed_through_member", of("a")],
      ...fail(50, "a"),
      ...fail(10_100, "a"),
      [20_000, "connection_failed_through_member", of("b")],
      ...fail(20_050, "b"),
      [25_000, "cycle_start", { kind: "regular" }],
      ...fail(25_050, "a", "b", "c"),
    ],
    // Only c had worked when the cycle began: each has its own time (M28).
    expect: [
      [35_049, since(25_051, [])],
      [35_050, since(25_051, ["b", "c"])],
      [45_050, since(25_051, ["a", "b", "c"])],
    ],
  },
  "M26, M28 · while it holds nothing of M28 is tested": {
    given: { ...WORKED, groups: { g: { type: "round-robin", members: ["a", "b", "c"] } } },
    steps: [
      [0, "cycle_start", { kind: "regular" }],
      ...fail(50, "a", "b", "c"),
      [1_000, "connect", { group: "g" }],
      [2_000, "head_came", of("c")],
      ...fail(5_060, "b"),
    ],
    expect: [
      [4_999, since(100, [])],
      [15_000, since(100, ["b"])],
    ],
  },
  "M26 · two outbounds at least": {
    given: { outbounds: ["a"], last_results: { a: { delay: 90, ...AGE } } },
    steps: [[0, "cycle_start", { kind: "regular" }], ...fail(50, "a")],
    expect: [
      [10_049, { tests_count: { a: 1 } }],
      [10_050, { tests_count: { a: 2 } }],
    ],
  },
  "M26 · not while offline": {
    given: WORKED,
    steps: [
      [0, "cycle_start", { kind: "regular" }],
      ...fail(50, "a", "b", "c"),
      [1_000, "network_state", { online: false }],
    ],
    expect: [[60_000, since(100, [])]],
  },
  "M18, M26 · a stopped background finds it again": {
    given: { ...WORKED, ...failing },
    steps: [
      [0, "cycle_start", { kind: "regular" }],
      [3_000, "worker_restart"],
    ],
    expect: [
      [5_049, since(100, [])],
      [5_050, since(100, ["b"])],
    ],
  },
});
