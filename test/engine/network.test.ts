import { of, stories } from "./story.ts";

const BREAK = { breaks_running_tests: true };

stories({
  "M17 · 2 s after the last change every outbound is tested, fresh or not": {
    given: { outbounds: ["a", "b"], worked_in_this_run: { a: 10 } },
    steps: [
      [0, "network_change"],
      [1900, "network_change"],
      [3800, "network_change"],
    ],
    expect: [
      [5799, { tests_started: [], cycles_started: [] }],
      [5800, { tests_started: ["a", "b"], cycles_started: [5800], cycle_targets: ["a", "b"] }],
    ],
  },
  "M17 · a broken test is not recorded, and its member keeps what it had": {
    given: { outbounds: ["a"], cached: { a: 70 }, groups: { g: { type: "round-robin", members: ["a"] } } },
    steps: [
      [0, "start"],
      [100, "network_change", BREAK],
      [2200, "attempt_answers", of("a")],
    ],
    expect: [
      [2150, { state_of: { a: "cached" }, pings: 2, tests_count: { a: 1 }, running_tests: 1 }],
      [2200, { state_of: { a: "works" }, delay_of: { a: 100 } }],
    ],
  },
  "M17 · an attempt that fails after the network has settled, but began before, runs again at once": {
    given: { outbounds: ["a"], worked_in_this_run: { a: 10 } },
    steps: [
      [0, "cycle_start", { kind: "regular" }],
      [10, "user_test", of("a")],
      [100, "network_change"],
      [2500, "attempt_fails", of("a")],
      [2560, "attempt_answers", of("a")],
    ],
    expect: [
      [2550, { state_of: { a: "works" }, delay_of: { a: 10 }, pings: 2, concurrent_pings_max: 1 }],
      [2560, { delay_of: { a: 60 } }],
    ],
  },
  "M17 · an attempt that answers all the same counts": {
    given: { outbounds: ["a"] },
    steps: [
      [0, "user_test", of("a")],
      [100, "network_change"],
      [400, "attempt_answers", of("a")],
    ],
    expect: [[400, { final: { a: 400 } }]],
  },
  "M17 · a test that runs again and fails is recorded": {
    given: { outbounds: ["a"] },
    steps: [
      [0, "start"],
      [100, "network_change", BREAK],
      [2200, "attempt_fails", of("a")],
    ],
    expect: [[2200, { state_of: { a: "failed" }, error_of: { a: "refused" } }]],
  },
  "M17 · the results of the network's cycle are not held back": {
    given: {
      outbounds: ["a", "b"],
      worked_in_this_run: { a: 10, b: 500 },
      groups: { g: { type: "lowest-delay", members: ["a", "b"] } },
    },
    steps: [
      [0, "network_change"],
      [2400, "attempt_answers", of("b")],
      [2450, "attempt_fails", of("a")],
    ],
    expect: [
      [2400, { group_selected: { g: "a" } }],
      [3000, { group_selected: { g: "b" } }],
    ],
  },
});
