import { of, stories } from "./story.ts";

const LOWEST = { g: { type: "lowest-delay", members: ["a", "b", "c"] } };
const since = (at: number, tests_started: readonly string[]) => ({ tests_started_since: at, tests_started });
/** A first cycle in which a is the fastest, b the next. */
const STARTED = [
  [0, "start"],
  [50, "attempt_answers", of("a")],
  [100, "attempt_answers", of("b")],
  [200, "attempt_answers", of("c")],
] as const;

stories({
  "M16 · what lowest-delay newly chooses is tested at once": {
    given: { outbounds: ["a", "b", "c"], groups: LOWEST },
    steps: [...STARTED, [60_000, "connection_failed_through_member", of("a")], [60_010, "attempt_fails", of("a")]],
    expect: [
      [60_000, { group_selected: { g: "a" } }],
      [60_010, { group_selected: { g: "b" }, ...since(60_001, ["b"]) }],
    ],
  },
  "M16 · unless it was measured less than 15 s ago": {
    given: { outbounds: ["a", "b", "c"], groups: LOWEST },
    steps: [...STARTED, [10_000, "connection_failed_through_member", of("a")], [10_010, "attempt_fails", of("a")]],
    expect: [[10_010, { group_selected: { g: "b" }, ...since(10_001, []) }]],
  },
  "M16 · not while a cycle that will test it runs": {
    given: { outbounds: ["a", "b", "c"], groups: LOWEST, options: { workers: 1 } },
    steps: [
      [0, "start"],
      [50, "attempt_answers", of("a")],
      [150, "attempt_answers", of("b")],
      [350, "attempt_answers", of("c")],
      [299_000, "traffic"],
      [300_100, "attempt_fails", of("a")],
    ],
    expect: [[300_200, { tests_count: { a: 2, b: 2, c: 1 } }]],
  },
  "M16 · not before the first cycle of the run has ended": {
    given: { outbounds: ["a", "b", "c"], groups: LOWEST },
    steps: [
      [0, "start"],
      [50, "attempt_answers", of("a")],
      [20_000, "connection_failed_through_member", of("a")],
    ],
    expect: [[20_000, { tests_count: { b: 1, c: 1 } }]],
  },
  "M16 · the member that round-robin is shown as is no choice": {
    given: { outbounds: ["a", "b", "c"], groups: { g: { ...LOWEST.g, type: "round-robin" } } },
    steps: [...STARTED, [60_000, "connection_failed_through_member", of("a")], [60_010, "attempt_fails", of("a")]],
    expect: [[60_010, { group_selected: { g: "b" }, ...since(60_001, []) }]],
  },
});
