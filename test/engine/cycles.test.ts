import { answering, failing, of, stories } from "./story.ts";

const MINUTE = 60_000;
const URLS = ["https://one.example/generate_204", "https://two.example/generate_204"];

stories({
  "M5 · what a group leads to is tested beside the workers, and the cycle joins it": {
    given: {
      outbounds: ["a", "b", "c"],
      options: { workers: 1 },
      groups: { outer: { type: "selector", members: ["inner"] }, inner: { type: "selector", members: ["c", "a"] } },
    },
    steps: [
      [0, "start"],
      [100, "attempt_answers", of("c")],
      [200, "attempt_answers", of("a")],
    ],
    expect: [
      [0, { test_order: ["c", "a"], running_tests: 2, cycles_started: [0], cycle_targets: ["a", "b", "c"] }],
      [1000, { tests_count: { a: 1, b: 1, c: 1 } }],
    ],
  },
  "M5 · a start test that ended before a worker was free is not tested again": {
    given: {
      outbounds: ["a", "b"],
      options: { workers: 1 },
      cached: { a: 10 },
      groups: { g: { type: "selector", members: ["b"] } },
    },
    steps: [
      [0, "start"],
      [100, "attempt_fails", of("b")],
      [200, "attempt_answers", of("a")],
    ],
    expect: [[1000, { tests_count: { a: 1, b: 1 }, running_tests: 0 }]],
  },
  "M6 · fastest first, failed ones after those, untested ones last": {
    given: {
      outbounds: ["new", "bad", "slow", "fast"],
      options: { workers: 1, on_demand_timeouts: ["1s"] },
      last_results: { slow: { delay: 900, age_ms: 400_000 }, fast: { delay: 9, age_ms: 400_000 } },
    },
    steps: [
      [0, "user_test", of("bad")],
      [100, "attempt_fails", of("bad")],
      [1000, "cycle_start", { kind: "regular" }],
      [1100, "attempt_answers", of("fast")],
      [1200, "attempt_answers", of("slow")],
      [1300, "attempt_answers", of("bad")],
    ],
    expect: [
      [1250, { running_tests: 1, running_include: ["bad"], tests_count: { bad: 2 } }],
      [1350, { running_tests: 1, test_order: ["bad", "fast", "slow", "new"] }],
    ],
  },
  "M6 · every cycle tests every working outbound, whatever it took to answer": {
    given: { outbounds: ["a", "b"], options: { workers: 1 }, ...answering(700) },
    steps: [
      [0, "start"],
      [MINUTE, "traffic"],
      [9 * MINUTE, "traffic"],
    ],
    expect: [[11 * MINUTE, { tests_count: { a: 3, b: 3 } }]],
  },
  "M6 · one that waits for its detour is tested in every cycle too": {
    given: { outbounds: ["a", "b"], detour: { b: "a" }, ...answering(100) },
    steps: [
      [0, "start"],
      [9 * MINUTE, "traffic"],
    ],
    expect: [[11 * MINUTE, { tests_count: { a: 3, b: 3 } }]],
  },
  "M6 · a test of its own shifts an outbound by its own stamp": {
    given: { outbounds: ["a"], ...answering(100) },
    steps: [
      [0, "start"],
      [4 * MINUTE, "user_test", of("a")],
    ],
    expect: [[6 * MINUTE, { cycles_started: [0, 5 * MINUTE], tests_count: { a: 2 }, cycle_targets: [] }]],
  },
  "M6 · no more than `workers` at a time, also when a cycle takes the place of another": {
    given: { outbounds: ["a", "b", "c", "d"], options: { workers: 2 } },
    steps: [
      [0, "start"],
      [1000, "network_change"],
    ],
    expect: [
      [
        3500,
        { running_tests: 2, running_tests_max: 2, cycles_started: [0, 3000], cycle_targets: ["a", "b", "c", "d"] },
      ],
      [11_000, { running_tests_max: 2, tests_started: ["a", "b", "c", "d"] }],
    ],
  },
  "M7 · start counts as traffic, and the next connection starts testing at once": {
    given: { outbounds: ["a"], options: { interval: "1m", idle_timeout: "90s" }, ...answering(100) },
    steps: [
      [0, "start"],
      [1_000_500, "traffic"],
    ],
    expect: [
      [1_000_000, { cycles_started: [0, MINUTE] }],
      [1_000_500, { cycles_started_since: MINUTE + 1, cycles_started: [1_000_500], running_tests: 1 }],
      [1_061_000, { cycles_started_since: MINUTE + 1, cycles_started: [1_000_500, 1_060_500] }],
    ],
  },
  "M18 · a test that ignores its abort counts as failed after 3 timeouts + 2 s": {
    given: { outbounds: ["a", "b"], options: { workers: 1, url_test_timeout: "1s" }, ignores_deadline: ["a"] },
    steps: [[0, "start"]],
    expect: [
      [4999, { state_of: { a: "untested" }, tests_started: ["a"] }],
      [5001, { state_of: { a: "failed" }, error_of: { a: "timeout" }, running_include: ["b"] }],
    ],
  },
  "M18 · an abort that is heeded ends the test at its timeout": {
    given: { outbounds: ["a"], options: { url_test_timeout: "1s" } },
    steps: [[0, "start"]],
    expect: [[1001, { state_of: { a: "failed" }, error_of: { a: "timeout" }, running_tests: 0 }]],
  },
  "M19 · a cycle without a success runs again with the next address at once; after the last, from the first": {
    given: { outbounds: ["a", "b"], options: { urls: URLS }, ...failing },
    steps: [[0, "start"]],
    expect: [
      [60, { urls_tried: URLS, url_in_use: URLS[1], cycles_started: [0] }],
      [150, { urls_tried: URLS, url_in_use: URLS[0], running_tests: 0, tests_count: { a: 2, b: 2 } }],
      [301_000, { urls_tried: [...URLS, ...URLS], cycles_started: [0, 300_000] }],
    ],
  },
  "M19 · the address that worked is kept": {
    given: { outbounds: ["a", "b"], options: { urls: URLS }, answers: [{ member: "b", url: URLS[1], delay: 80 }] },
    steps: [[0, "start"]],
    expect: [
      [200, { url_in_use: URLS[1], state_of: { a: "failed", b: "works" } }],
      [301_000, { urls_tried: URLS, state_of: { b: "works" }, tests_count: { b: 3 } }],
    ],
  },
  "M19 · one success is enough for the address, and nothing tested is no failure of it": {
    given: { outbounds: ["a", "b"], options: { urls: URLS }, ready: { a: false, b: false } },
    steps: [[0, "start"]],
    expect: [[2900, { url_in_use: URLS[0], urls_tried: [], running_tests: 0 }]],
  },
});
