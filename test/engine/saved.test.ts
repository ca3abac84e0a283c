import { of, stories } from "./story.ts";

const FOUND = { ok: true, ip: "203.0.113.9", country: "DE" };
const KNOWN = { a: { delay: 77, ip: "203.0.113.41", country: "NL" } };

stories({
  "M3 · a look-up follows a success, and its faster request becomes the delay": {
    given: { outbounds: ["a"], groups: { g: { type: "lowest-delay", members: ["a"] } } },
    steps: [
      [0, "start"],
      [200, "attempt_answers", of("a")],
      [1000, "ip_lookup_result", { ...FOUND, member: "a", took: 80 }],
    ],
    expect: [
      [199, { ip_lookups_started: { a: 0 } }],
      [200, { ip_lookups_started: { a: 1 }, ip_country: { a: null } }],
      [1000, { delay_of: { a: 80 }, ip_country: { a: "DE" }, ip_from_cache: { a: false } }],
      [1600, { group_result: { g: 80 }, group_sees: { a: 80 } }],
    ],
  },
  "M3 · none after a failure, and none once the exit is known": {
    given: { outbounds: ["a", "b"] },
    steps: [
      [0, "start"],
      [10, "attempt_fails", of("b")],
      [20, "attempt_answers", of("a")],
      [50, "ip_lookup_result", { ...FOUND, member: "a", took: 400 }],
      [1000, "user_test", of("a")],
      [1050, "attempt_answers", of("a")],
    ],
    expect: [[2000, { ip_lookups_started: { a: 1, b: 0 } }]],
  },
  "M3 · at most `workers` look-ups at once, and they hold no worker": {
    given: { outbounds: ["a", "b"], options: { workers: 1 } },
    steps: [
      [0, "start"],
      [10, "attempt_answers", of("a")],
      [20, "attempt_answers", of("b")],
      [500, "ip_lookup_result", { member: "a", ok: false }],
    ],
    expect: [
      [499, { ip_lookups_started: { a: 1, b: 0 }, state_of: { a: "works", b: "works" } }],
      [500, { ip_lookups_started: { a: 1, b: 1 } }],
    ],
  },
  "M3 · a look-up changes the delay of the test that caused it, and no later one's": {
    given: { outbounds: ["a"] },
    steps: [
      [0, "user_test", of("a")],
      [200, "attempt_answers", of("a")],
      [1000, "user_test", of("a")],
      [1150, "attempt_answers", of("a")],
      [1200, "ip_lookup_result", { ...FOUND, member: "a", took: 30 }],
    ],
    expect: [[1200, { delay_of: { a: 150 }, ip_country: { a: "DE" }, ip_lookups_started: { a: 1 } }]],
  },
  "M4 · the delay is published before the look-up ends": {
    given: { outbounds: ["a"], groups: { g: { type: "round-robin", members: ["a"] } } },
    steps: [
      [0, "user_test", of("a")],
      [90, "attempt_answers", of("a")],
    ],
    expect: [[90, { shown: { a: 90 }, final: { a: 90 }, group_result: { g: 90 }, ip_country: { a: null } }]],
  },
  "M20 · saved results come back as cached, each mark cleared by its own": {
    given: { outbounds: ["a"], saved: KNOWN },
    steps: [
      [0, "start"],
      [50, "attempt_answers", of("a")],
      [90, "ip_lookup_result", { member: "a", ok: true, ip: "203.0.113.41", took: 300 }],
    ],
    expect: [
      [0, { state_of: { a: "cached" }, delay_of: { a: 77 }, shown: { a: null }, ip_from_cache: { a: true } }],
      [60, { delay_from_cache: { a: false }, ip_from_cache: { a: true }, ip_country: { a: "NL" } }],
      [90, { ip_from_cache: { a: false }, ip_country: { a: "NL" } }],
    ],
  },
  "M20 · a saved failure is no result, and its exit is kept": {
    given: { outbounds: ["a"], saved: { a: { failed: true, ip: "203.0.113.41", country: "NL" } } },
    steps: [],
    expect: [[0, { state_of: { a: "untested" }, error_of: { a: null }, ip_country: { a: "NL" } }]],
  },
  "M21 · the error stays with the failure until an answer clears it": {
    given: { outbounds: ["a"], options: { on_demand_timeouts: ["1s"] } },
    steps: [
      [0, "user_test", of("a")],
      [10, "attempt_fails", { member: "a", error: "tunnel_refused" }],
      [5000, "user_test", of("a")],
      [5100, "attempt_answers", of("a")],
    ],
    expect: [
      [5050, { error_of: { a: "tunnel_refused" }, shown: { a: "unavailable" } }],
      [5100, { error_of: { a: null }, shown: { a: 100 } }],
    ],
  },
  "M21 · without a network nothing is held against a proxy": {
    given: { outbounds: ["a"], worked_in_this_run: { a: 60 } },
    steps: [
      [0, "cycle_start", { kind: "regular" }],
      [1, "user_test", of("a")],
      [10, "attempt_fails", { member: "a", error: "offline" }],
    ],
    expect: [[20, { state_of: { a: "works" }, delay_of: { a: 60 }, error_of: { a: null }, running_tests: 0 }]],
  },
});
