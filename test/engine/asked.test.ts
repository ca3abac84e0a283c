import { of, stories } from "./story.ts";

const ASK = [0, "user_test", of("a")] as const;

stories({
  "M12 · an attempt at 0; at a mark a new one only when the last has failed": {
    given: { outbounds: ["a"] },
    steps: [ASK, [999, "attempt_fails", of("a")]],
    expect: [
      [998, { shown: { a: "testing" }, pings: 1 }],
      [999, { shown: { a: "unavailable" }, pings: 1, final: { a: null } }],
      [1000, { pings: 2, tests_count: { a: 1 } }],
      [3000, { pings: 2 }],
    ],
  },
  "M12 · a later answer replaces the miss at once, with its own attempt's time": {
    given: { outbounds: ["a"] },
    steps: [ASK, [100, "attempt_fails", of("a")], [1250, "attempt_answers", of("a")]],
    expect: [
      [1249, { shown: { a: "unavailable" } }],
      [1250, { shown: { a: 250 }, final: { a: 250 }, delay_of: { a: 250 } }],
    ],
  },
  "M12 · the last mark is the deadline of all, a second attempt's too": {
    given: { outbounds: ["a"] },
    steps: [ASK, [500, "attempt_fails", of("a")]],
    expect: [
      [9999, { pings: 2, final: { a: null } }],
      [10_001, { pings: 2, final: { a: "failed" }, error_of: { a: "timeout" }, running_tests: 0 }],
    ],
  },
  "M12, M21 · a retry that the last mark cuts before it had the time of a test leaves the reason that is known": {
    given: { outbounds: ["a"], options: { on_demand_timeouts: ["1s", "3s"] } },
    steps: [ASK, [500, "attempt_fails", { member: "a", error: "login_wrong" }]],
    expect: [
      [2999, { pings: 2, final: { a: null } }],
      [3001, { final: { a: "failed" }, error_of: { a: "login_wrong" }, running_tests: 0 }],
    ],
  },
  "M12, M21 · also when its own limit is noticed just before the mark": {
    given: { outbounds: ["a"], options: { on_demand_timeouts: ["1s", "3s"] } },
    steps: [
      ASK,
      [500, "attempt_fails", { member: "a", error: "login_wrong" }],
      [2998, "attempt_fails", { member: "a", error: "timeout" }],
    ],
    expect: [[3001, { final: { a: "failed" }, error_of: { a: "login_wrong" } }]],
  },
  "M1, M12 · one that had that time did time out": {
    given: { outbounds: ["a"], options: { on_demand_timeouts: ["1s", "3s"], url_test_timeout: "2s" } },
    steps: [ASK, [500, "attempt_fails", { member: "a", error: "login_wrong" }]],
    expect: [[3001, { final: { a: "failed" }, error_of: { a: "timeout" } }]],
  },
  "M12, B18 · one sent again by a woken background, with no time left, measured nothing": {
    given: { outbounds: ["a"], worked_in_this_run: { a: 90 } },
    steps: [ASK, [9_000, "worker_restart"]],
    expect: [
      [9_999, { pings: 2, final: { a: null } }],
      [10_001, { state_of: { a: "works" }, delay_of: { a: 90 }, error_of: { a: null }, running_tests: 0 }],
    ],
  },
  "M12 · an only mark is the deadline": {
    given: { outbounds: ["a"], options: { on_demand_timeouts: ["2s"] } },
    steps: [ASK],
    expect: [
      [1999, { shown: { a: "testing" }, final: { a: null } }],
      [2001, { shown: { a: "unavailable" }, final: { a: "failed" } }],
    ],
  },
  "M12 · one that ignores its abort is over at the deadline": {
    given: { outbounds: ["a"], ignores_deadline: ["a"] },
    steps: [ASK],
    expect: [[10_001, { final: { a: "failed" }, running_tests: 0, pings: 1 }]],
  },
  "M13 · what worked in this run keeps its result until the second mark, also after a failure": {
    given: { outbounds: ["a"], worked_in_this_run: { a: 90 } },
    steps: [ASK, [200, "attempt_fails", of("a")]],
    expect: [
      [2999, { shown: { a: 90 }, pings: 1, final: { a: null } }],
      [3001, { shown: { a: "unavailable" }, pings: 2 }],
      [10_001, { final: { a: "failed" } }],
    ],
  },
  "M13 · only cached counts as unknown": {
    given: { outbounds: ["a"], cached: { a: 90 } },
    steps: [ASK],
    expect: [
      [999, { shown: { a: "testing" } }],
      [1001, { shown: { a: "unavailable" }, delay_of: { a: 90 }, state_of: { a: "cached" } }],
    ],
  },
  "M14 · groups never see the miss, only what is confirmed": {
    given: {
      outbounds: ["a", "b"],
      worked_in_this_run: { a: 90, b: 500 },
      groups: { g: { type: "lowest-delay", members: ["a", "b"] } },
    },
    steps: [ASK, [200, "attempt_fails", of("a")], [5000, "attempt_fails", of("a")]],
    expect: [
      [
        4999,
        { shown: { a: "unavailable" }, group_sees: { a: 90 }, group_selected: { g: "a" }, group_updates: { g: 0 } },
      ],
      [5000, { final: { a: "failed" }, group_sees: { a: "failed" }, group_selected: { g: "b" } }],
    ],
  },
  "M15 · a test asked for twice is one": {
    given: { outbounds: ["a"] },
    steps: [ASK, [100, "user_test", of("a")], [400, "attempt_answers", of("a")]],
    expect: [[400, { pings: 1, tests_count: { a: 1 }, final: { a: 400 } }]],
  },
  "M15 · one that joins the cycle's test takes its end too": {
    given: { outbounds: ["a"] },
    steps: [
      [0, "cycle_start", { kind: "regular" }],
      [500, "user_test", of("a")],
    ],
    expect: [
      [1499, { shown: { a: "testing" } }],
      [1501, { shown: { a: "unavailable" }, final: { a: null } }],
      [5001, { final: { a: "failed" }, pings: 1 }],
    ],
  },
  "M15 · a cycle that joins an asked test waits for it and counts it": {
    given: { outbounds: ["a"], options: { urls: ["https://one.example/", "https://two.example/"] } },
    steps: [ASK, [100, "cycle_start", { kind: "regular" }], [1200, "attempt_answers", of("a")]],
    expect: [
      [1100, { pings: 1, cycles_started: [100], concurrent_pings_max: 1 }],
      [1300, { url_in_use: "https://one.example/", final: { a: 1200 }, pings: 1, running_tests: 0 }],
    ],
  },
  "M15 · a test that began beside busy workers is the cycle's too": {
    given: { outbounds: ["a", "b"], options: { workers: 1 }, cached: { a: 10 } },
    steps: [
      [0, "start"],
      [100, "user_test", of("b")],
      [200, "attempt_answers", of("b")],
      [300, "attempt_answers", of("a")],
    ],
    expect: [[1000, { tests_count: { a: 1, b: 1 }, running_tests: 0, final: { b: 100 } }]],
  },
  "M17 · an asked test broken by a change runs again and keeps its result meanwhile": {
    given: { outbounds: ["a"], worked_in_this_run: { a: 90 } },
    steps: [ASK, [100, "network_change", { breaks_running_tests: true }], [2150, "attempt_answers", of("a")]],
    expect: [
      [2000, { shown: { a: 90 }, state_of: { a: "works" }, final: { a: null }, pings: 1 }],
      [2149, { pings: 2, tests_count: { a: 1 } }],
      [2150, { final: { a: 50 }, delay_of: { a: 50 } }],
    ],
  },
  "M17 · an asked test whose last mark comes before the network has settled runs again all the same": {
    given: { outbounds: ["a"], options: { on_demand_timeouts: ["1s"] } },
    steps: [ASK, [100, "network_change", { breaks_running_tests: true }], [2200, "attempt_answers", of("a")]],
    expect: [
      [1500, { shown: { a: "unavailable" }, state_of: { a: "untested" }, final: { a: null } }],
      [2200, { final: { a: 100 } }],
    ],
  },
});
