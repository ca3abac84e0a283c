import { answering, of, stories } from "./story.ts";

const LOWEST = { g: { type: "lowest-delay", members: ["a", "b"] } };
const TURNS = { g: { type: "round-robin", members: ["a", "b"] } };
const REGULAR = { kind: "regular" };

stories({
  "M2 · through nesting; with no result of its selection the best of its members, fresh before cached": {
    given: {
      outbounds: ["a", "b", "c"],
      cached: { c: 5 },
      worked_in_this_run: { b: 700 },
      groups: {
        inner: { type: "selector", members: ["a", "b", "c"], selected: "a" },
        outer: { type: "selector", members: ["inner"] },
        old: { type: "selector", members: ["c"] },
        none: { type: "selector", members: ["a"] },
      },
    },
    steps: [],
    expect: [
      [0, { group_result: { inner: 700, outer: 700, old: 5, none: null }, group_result_from_cache: { old: true } }],
      [0, { group_shown_delay: { inner: 700, old: null, none: null } }],
    ],
  },
  "M22 · one update for a burst; later results do not push the window back": {
    given: { outbounds: ["a", "b"], groups: TURNS },
    steps: [
      [0, "start"],
      [100, "attempt_answers", of("a")],
      [450, "attempt_answers", of("b")],
    ],
    expect: [
      [599, { group_updates: { g: 0 }, group_sees: { a: null, b: null }, state_of: { a: "works" } }],
      [601, { group_updates: { g: 1 }, group_sees: { a: 100, b: 450 } }],
      [3000, { group_updates: { g: 1 } }],
    ],
  },
  "M22 · the next result opens a window of its own": {
    given: { outbounds: ["a", "b"], groups: TURNS },
    steps: [
      [0, "start"],
      [100, "attempt_answers", of("a")],
      [700, "attempt_answers", of("b")],
    ],
    expect: [
      [1199, { group_updates: { g: 1 }, group_sees: { b: null } }],
      [1201, { group_updates: { g: 2 }, group_sees: { b: 700 } }],
    ],
  },
  "B16 · a result outside the cycle goes past an open window, and takes nothing else along": {
    given: { outbounds: ["a", "b"], groups: TURNS },
    steps: [
      [0, "start"],
      [50, "user_test", of("b")],
      [100, "attempt_answers", of("a")],
      [200, "attempt_answers", of("b")],
    ],
    expect: [
      [200, { group_updates: { g: 1 }, group_sees: { a: null, b: 200 } }],
      [601, { group_updates: { g: 2 }, group_sees: { a: 100 } }],
    ],
  },
  "B15 · the first cycle is not held: the fastest so far serves": {
    given: { outbounds: ["a", "b"], cached: { a: 10 }, groups: LOWEST },
    steps: [
      [0, "start"],
      [100, "attempt_answers", of("b")],
    ],
    expect: [
      [0, { group_selected: { g: "a" } }],
      [601, { group_selected: { g: "b" } }],
    ],
  },
  "B14 · in a regular cycle a selection that was not tested yet is kept": {
    given: { outbounds: ["a", "b"], last_results: { a: { delay: 400, age_ms: 400_000 } }, groups: LOWEST },
    steps: [
      [0, "cycle_start", REGULAR],
      [40, "attempt_answers", of("b")],
      [1500, "attempt_answers", of("a")],
    ],
    expect: [
      [1499, { group_selected: { g: "a" }, group_sees: { b: 40 } }],
      [2100, { group_selected: { g: "b" } }],
    ],
  },
  "B14, M15 · a test of the selection that the cycle joined is the cycle's: what comes later applies": {
    given: {
      outbounds: ["a", "b", "c", "d"],
      options: { workers: 1 },
      last_results: {
        a: { delay: 400, age_ms: 400_000 },
        c: { delay: 10, age_ms: 400_000 },
        b: { delay: 700, age_ms: 400_000 },
      },
      groups: LOWEST,
    },
    steps: [
      [0, "connection_failed_through_member", of("a")],
      [10, "cycle_start", REGULAR],
      [500, "attempt_answers", of("a")],
      [900, "attempt_answers", of("c")],
      [940, "attempt_answers", of("b")],
    ],
    expect: [
      [939, { group_selected: { g: "a" }, tests_count: { a: 1 } }],
      [1500, { group_selected: { g: "b" }, running_include: ["d"] }],
    ],
  },
  "B13 · a selection that fails in a regular cycle is replaced without waiting for its end": {
    given: {
      outbounds: ["a", "b", "c"],
      last_results: { a: { delay: 40, age_ms: 400_000 }, b: { delay: 90, age_ms: 1000 } },
      groups: { g: { type: "lowest-delay", members: ["a", "b", "c"] } },
    },
    steps: [
      [0, "cycle_start", REGULAR],
      [100, "attempt_fails", of("a")],
    ],
    expect: [[601, { group_selected: { g: "b" }, running_tests: 1 }]],
  },
  "B12 · the choice at the end of a cycle goes on to the groups around it": {
    given: {
      outbounds: ["a", "b"],
      last_results: { a: { delay: 100, age_ms: 400_000 }, b: { delay: 900, age_ms: 400_000 } },
      groups: { ...LOWEST, outer: { type: "lowest-delay", members: ["g"] } },
    },
    steps: [
      [0, "cycle_start", REGULAR],
      [20, "attempt_answers", of("b")],
      [900, "attempt_answers", of("a")],
    ],
    expect: [[1500, { group_selected: { g: "b", outer: "g" }, group_result: { g: 20, outer: 20 } }]],
  },
  "B7 · a connection that fails to open tests its member; others join, and 2 s pass before the next": {
    given: { outbounds: ["a", "b"], worked_in_this_run: { a: 50, b: 60 }, groups: LOWEST },
    steps: [
      [0, "connect", { group: "g", conn: "k1" }],
      [100, "connect", { group: "g", conn: "k2", open_fails: true }],
      [200, "connection_failed_through_member", of("a")],
      [300, "attempt_fails", of("a")],
      [2299, "connection_failed_through_member", of("a")],
      [2300, "connection_failed_through_member", of("a")],
    ],
    expect: [
      [299, { pings: 1, group_selected: { g: "a" }, connection_error: "k2", state_of: { a: "works" } }],
      [300, { group_selected: { g: "b" }, error_of: { a: "refused" }, member_of: { k1: "a" }, dials: { k2: ["a"] } }],
      [2299, { pings: 1 }],
      [2300, { pings: 2 }],
    ],
  },
  "B7 · through nested groups it is the proxy that is tested": {
    given: {
      outbounds: ["a", "b"],
      groups: { ...TURNS, outer: { type: "selector", members: ["g"] } },
      worked_in_this_run: { a: 50, b: 60 },
      ...answering(10),
    },
    steps: [[0, "connect", { group: "outer", count: 2, open_fails: true }]],
    expect: [[100, { tests_started: ["a", "b"], counts: { g: 2 } }]],
  },
  "B19 · looking changes nothing": {
    given: { outbounds: ["a", "b"], groups: TURNS, ...answering(10) },
    steps: [
      [0, "start"],
      [5, "peek"],
      [100, "connect", { group: "g", conn: "k1" }],
      [110, "peek"],
      [120, "connect", { group: "g", conn: "k2" }],
    ],
    expect: [[200, { cyclic_order: ["a", "b"] }]],
  },
  "B18 · a stopped worker keeps the selection, the results and the cycle": {
    given: { outbounds: ["a", "b"], groups: LOWEST, options: { workers: 1 } },
    steps: [
      [0, "start"],
      [100, "attempt_answers", of("a")],
      [150, "worker_restart"],
      [400, "attempt_answers", of("b")],
    ],
    expect: [
      [160, { running_tests: 1, pings: 3, tests_count: { a: 1, b: 1 }, ip_lookups_started: { a: 2 } }],
      [1000, { delay_of: { a: 100, b: 250 }, group_selected: { g: "a" }, cycles_started: [0], running_tests: 0 }],
    ],
  },
});
