import { answering, of, stories } from "./story.ts";

const DETOUR = { outbounds: ["a", "b"], detour: { b: "a" } };

stories({
  "M8 · looked at every 3 s, and tested anyway after ten looks": {
    given: { outbounds: ["a", "b"], ready: { a: false }, ...answering(50) },
    steps: [[0, "start"]],
    expect: [
      [29_999, { tests_started: ["b"], state_of: { a: "untested" }, error_of: { a: null }, running_tests: 0 }],
      [30_001, { tests_started: ["a", "b"] }],
    ],
  },
  "M8 · what is not ready does not hold the cycle open": {
    given: { outbounds: ["a", "b"], ready: { a: false }, options: { interval: "10s" }, ...answering(50) },
    steps: [[0, "start"]],
    expect: [[10_001, { cycles_started: [0, 10_000], cycle_targets: ["a", "b"] }]],
  },
  "M8 · it becomes ready: tested at once, beside busy workers": {
    given: { outbounds: ["a", "b"], ready: { a: false }, options: { workers: 1 } },
    steps: [
      [0, "start"],
      [1234, "set_ready", of("a")],
    ],
    expect: [[1234, { running_tests: 2, running_include: ["a", "b"], tests_count: { a: 1 } }]],
  },
  "M8 · a test asked for waits too, and begins with its own stages": {
    given: { ...DETOUR },
    steps: [
      [0, "user_test", of("b")],
      [100, "user_test", of("a")],
      [300, "attempt_answers", of("a")],
      [350, "attempt_answers", of("b")],
    ],
    expect: [
      [299, { tests_started: ["a"], final: { a: null, b: null } }],
      [350, { final: { a: 200, b: 50 } }],
    ],
  },
  "M9 · through a detour only once that has a result of this run": {
    given: { ...DETOUR, cached: { a: 100, b: 10 } },
    steps: [
      [0, "start"],
      [2000, "attempt_fails", of("a")],
    ],
    expect: [
      [1999, { tests_started: ["a"] }],
      [2000, { tests_started: ["a", "b"], running_tests: 1 }],
    ],
  },
  "M9 · and only while that is not being tested": {
    given: { ...DETOUR, worked_in_this_run: { a: 100, b: 100 } },
    steps: [
      [0, "user_test", of("a")],
      [10, "user_test", of("b")],
      [80, "attempt_answers", of("a")],
    ],
    expect: [
      [79, { tests_started: ["a"] }],
      [80, { tests_started: ["a", "b"] }],
    ],
  },
  "M9 · a group's selection is what counts": {
    given: {
      outbounds: ["a", "b", "c"],
      detour: { c: "g" },
      groups: { g: { type: "selector", members: ["a", "b"], selected: "b" } },
    },
    steps: [
      [0, "start"],
      [100, "attempt_answers", of("b")],
    ],
    expect: [
      [99, { tests_started: ["a", "b"] }],
      [101, { running_include: ["a", "c"] }],
    ],
  },
  "M10 · what was tested through an outbound that works again is tested again": {
    given: { outbounds: ["a", "b", "c"], detour: { b: "a", c: "a" }, ready: { c: false } },
    steps: [
      [0, "start"],
      [50, "attempt_fails", of("a")],
      [60, "attempt_fails", of("b")],
      [5000, "user_test", of("a")],
      [5050, "attempt_answers", of("a")],
    ],
    expect: [[5060, { tests_count: { a: 2, b: 2, c: 0 }, running_include: ["b"] }]],
  },
  "M10 · one that worked all along moves nobody": {
    given: { ...DETOUR, worked_in_this_run: { a: 100, b: 100 } },
    steps: [
      [0, "user_test", of("a")],
      [50, "attempt_answers", of("a")],
    ],
    expect: [[60, { tests_started: ["a"] }]],
  },
  "M11 · a switch tests the new selection, and what dials through the selector, at any distance": {
    given: {
      outbounds: ["a", "b", "near", "far", "other"],
      detour: { near: "outer", far: "near", other: "b" },
      groups: { g: { type: "selector", members: ["a", "b"] }, outer: { type: "selector", members: ["g"] } },
      worked_in_this_run: { a: 10, b: 10, near: 10, far: 10, other: 10 },
      ...answering(100),
    },
    steps: [[0, "select", { group: "g", member: "b" }]],
    expect: [
      [50, { tests_started: ["b"] }],
      [150, { tests_started: ["b", "near"] }],
      [1000, { tests_started: ["b", "near", "far"], running_tests: 0 }],
    ],
  },
  "M11 · a choice that changes nothing is no switch": {
    given: {
      outbounds: ["a", "b"],
      groups: { g: { type: "selector", members: ["a", "b"], selected: "b" } },
      worked_in_this_run: { b: 10 },
    },
    steps: [[0, "select", { group: "g", member: "b" }]],
    expect: [[100, { tests_started: [], group_selected: { g: "b" } }]],
  },
  "M16 · a new selection that was measured, or failed, in the last 15 s is not tested again": {
    given: {
      outbounds: ["a", "b", "c"],
      groups: { g: { type: "selector", members: ["a", "b", "c"] } },
      cached: { c: 20 },
    },
    steps: [
      [0, "user_test", of("b")],
      [4000, "attempt_fails", of("b")],
      [18_999, "select", { group: "g", member: "b" }],
      [19_000, "select", { group: "g", member: "a" }],
      [19_001, "select", { group: "g", member: "b" }],
      [19_002, "select", { group: "g", member: "c" }],
    ],
    expect: [
      [18_999, { tests_count: { a: 0, b: 1 } }],
      [19_002, { tests_count: { a: 1, b: 2, c: 1 } }],
    ],
  },
});
