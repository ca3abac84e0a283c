import { describe, expect, test } from "vitest";
import { configOf } from "./sample-config.ts";
import { SimulatedShell } from "./simulated-shell.ts";
import { failing, of, stories } from "./story.ts";

const ROUND_ROBIN = { g: { type: "round-robin", members: ["a", "b"] } };
const LOWEST = { g: { type: "lowest-delay", members: ["a", "b"] } };
const since = (at: number, tests_started: readonly string[]) => ({ tests_started_since: at, tests_started });
const connect = (t: number, fields: object = {}) => [t, "connect", { group: "g", ...fields }] as const;
const failed = (t: number, member: string) => [t, "connection_failed_through_member", of(member)] as const;

stories({
  "M28 · what failed after it had worked is tested 10, 20, 40 s after the last test's end": {
    given: { outbounds: ["a", "b"], worked_in_this_run: { a: 90, b: 50 } },
    steps: [
      failed(1_000, "a"),
      [1_100, "attempt_fails", of("a")],
      [11_300, "attempt_fails", of("a")],
      [31_500, "attempt_fails", of("a")],
    ],
    expect: [
      [1_100, { tests_count: { a: 1 } }],
      [11_099, { tests_count: { a: 1 } }],
      [11_100, { tests_count: { a: 2, b: 0 } }],
      [31_299, { tests_count: { a: 2 } }],
      [31_300, { tests_count: { a: 3 } }],
      [71_499, { tests_count: { a: 3 } }],
      [71_500, { tests_count: { a: 4, b: 0 } }],
    ],
  },
  "M28 · the time grows up to `interval`": {
    given: { outbounds: ["a"], options: { interval: "25s" }, worked_in_this_run: { a: 90 } },
    steps: [
      failed(0, "a"),
      [50, "attempt_fails", of("a")],
      [10_100, "attempt_fails", of("a")],
      [30_200, "attempt_fails", of("a")],
    ],
    expect: [
      [10_050, { tests_count: { a: 2 } }],
      [30_100, { tests_count: { a: 3 } }],
      [55_199, { tests_count: { a: 3 } }],
      [55_200, { tests_count: { a: 4 } }],
    ],
  },
  "M28 · a success ends it, and a later failure begins with 10 s again": {
    given: { outbounds: ["a"], worked_in_this_run: { a: 90 } },
    steps: [
      failed(0, "a"),
      [10, "attempt_fails", of("a")],
      [10_020, "attempt_fails", of("a")],
      [30_120, "attempt_answers", of("a")],
      [100_000, "connection_failed_through_member", of("a")],
      [100_010, "attempt_fails", of("a")],
    ],
    expect: [
      [99_999, { tests_count: { a: 3 }, state_of: { a: "works" } }],
      [110_009, { tests_count: { a: 4 } }],
      [110_010, { tests_count: { a: 5 } }],
    ],
  },
  "M28 · a test by another cause counts: the next comes after the same time from its end": {
    given: { outbounds: ["a"], worked_in_this_run: { a: 90 } },
    steps: [failed(0, "a"), [10, "attempt_fails", of("a")], failed(5_000, "a"), [5_020, "attempt_fails", of("a")]],
    expect: [
      [15_019, { tests_count: { a: 2 } }],
      [15_020, { tests_count: { a: 3 } }],
    ],
  },
  "M28 · what never worked in this run waits for its cycle": {
    given: { outbounds: ["a", "b"], cached: { a: 90 }, ...failing },
    steps: [[0, "start"]],
    expect: [[299_000, { tests_count: { a: 1, b: 1 } }]],
  },
  "M28 · nothing of it while offline; online again all are tested anyway": {
    given: { outbounds: ["a", "b"], worked_in_this_run: { a: 90, b: 50 } },
    steps: [
      failed(0, "a"),
      [10, "attempt_fails", of("a")],
      [5_000, "network_state", { online: false }],
      [60_000, "network_state", { online: true }],
    ],
    expect: [
      [61_999, { tests_count: { a: 1 } }],
      [62_000, { tests_count: { a: 2, b: 1 } }],
    ],
  },
  "M7, M28 · nothing of it without connections for `idle_timeout`; the next one goes on with it": {
    given: { outbounds: ["a"], options: { idle_timeout: "1m", interval: "10m" } },
    steps: [
      [0, "start"],
      [50, "attempt_answers", of("a")],
      [55_000, "connection_failed_through_member", of("a")],
      [55_010, "attempt_fails", of("a")],
      [200_000, "traffic"],
    ],
    expect: [
      [199_999, { tests_count: { a: 2 } }],
      [200_000, { tests_count: { a: 3 } }],
    ],
  },
  "M28 · a stopped background finds the times again": {
    given: { outbounds: ["a"], worked_in_this_run: { a: 90 } },
    steps: [failed(0, "a"), [10, "attempt_fails", of("a")], [5_000, "worker_restart"]],
    expect: [
      [10_009, { tests_count: { a: 1 } }],
      [10_010, { tests_count: { a: 2 } }],
    ],
  },
  "M28 · a head that came through what counts as failed has it tested at once": {
    given: { outbounds: ["a", "b"], groups: ROUND_ROBIN, worked_in_this_run: { a: 90, b: 50 } },
    steps: [
      failed(0, "a"),
      [10, "attempt_fails", of("a")],
      [3_000, "head_came", of("a")],
      [3_000, "head_came", of("b")],
      [3_080, "attempt_answers", of("a")],
    ],
    expect: [
      [3_000, since(1_000, ["a"])],
      [3_080, { state_of: { a: "works" } }],
    ],
  },
});

/** Both have failed, one after the other: at 100 and 200 ms. */
const BOTH_DEAD = [
  failed(0, "a"),
  [100, "attempt_fails", of("a")],
  failed(150, "b"),
  [200, "attempt_fails", of("b")],
] as const;

stories({
  "M28 · a connection that finds nobody alive has all members tested at once, the fastest known first": {
    given: { outbounds: ["a", "b"], groups: LOWEST, worked_in_this_run: { a: 90, b: 50 } },
    steps: [...BOTH_DEAD, connect(3_000)],
    expect: [
      [2_999, since(1_000, [])],
      [3_000, { ...since(1_000, ["a", "b"]), test_order: ["a", "b"], running_tests: 2 }],
    ],
  },
  "M28 · at most once in 5 s while connections ask, and those that are being tested are left alone": {
    given: {
      outbounds: ["a", "b"],
      options: { url_test_timeout: "15s" },
      groups: ROUND_ROBIN,
      worked_in_this_run: { a: 90, b: 50 },
    },
    steps: [
      ...BOTH_DEAD,
      connect(3_000),
      [3_050, "attempt_fails", of("a")],
      connect(7_999),
      connect(8_000),
      [8_100, "attempt_answers", of("a")],
      connect(13_500),
    ],
    expect: [
      [7_999, { tests_count: { a: 2, b: 2 } }],
      [8_000, { tests_count: { a: 3, b: 2 } }],
      [8_100, { state_of: { a: "works" } }],
      [14_000, { tests_count: { a: 3 } }],
    ],
  },
  "M28 · a group with a live member asks for nothing": {
    given: { outbounds: ["a", "b"], groups: LOWEST, worked_in_this_run: { a: 90, b: 50 } },
    steps: [failed(0, "a"), [100, "attempt_fails", of("a")], connect(3_000)],
    expect: [[3_000, since(1_000, [])]],
  },
  "M28 · of nested groups the outermost that has nobody left is asked, and no other": {
    given: {
      outbounds: ["a", "b", "c"],
      groups: {
        inner: { type: "lowest-delay", members: ["a", "b"] },
        outer: { type: "round-robin", members: ["inner"] },
        other: { type: "round-robin", members: ["c"] },
      },
      worked_in_this_run: { a: 90, b: 50 },
    },
    steps: [...BOTH_DEAD, connect(3_000, { group: "outer" })],
    expect: [[3_000, since(1_000, ["a", "b"])]],
  },
  "M28 · a selector's other members are not asked for: nothing goes there": {
    given: {
      outbounds: ["a", "b"],
      groups: { g: { type: "selector", members: ["a", "b"], selected: "a" } },
      worked_in_this_run: { a: 90, b: 50 },
    },
    steps: [...BOTH_DEAD, connect(3_000)],
    expect: [[3_000, since(1_000, ["a"])]],
  },
});

describe("M28 · large groups", () => {
  const tags = Array.from({ length: 120 }, (_, i) => `p${i}`);
  const config = configOf(
    Object.fromEntries(tags.map((tag) => [tag, {}])),
    [{ type: "balancer", tag: "g", outbounds: tags, strategy: "round-robin" }],
    { workers: 10 },
  );
  const dead = () => {
    const behaviours = Object.fromEntries(
      tags.map((tag) => [
        tag,
        { kind: "ends", after: 20, outcome: { kind: "failed", error: { code: "refused" } } } as const,
      ]),
    );
    const shell = new SimulatedShell(config, behaviours);
    shell.input({ kind: "start" });
    shell.until(10_000);
    return shell;
  };
  const asked = (shell: SimulatedShell, from: number): readonly string[] =>
    shell.effects.slice(from).flatMap((effect) => (effect.kind === "attempt" ? [effect.tag] : []));

  test("50 members each time, then the next 50, then again from the first; at most `workers` at once", () => {
    const shell = dead();
    let most = 0;
    const rounds = [10_000, 15_000, 20_000, 25_000].map((at) => {
      shell.until(at);
      const from = shell.effects.length;
      shell.input({ kind: "connection-asked", chain: ["g", "p0"] });
      most = Math.max(most, shell.attempts.length);
      shell.until(at + 4_000);
      return asked(shell, from);
    });
    expect(most).toBe(10);
    expect(rounds.map((round) => round.toSorted())).toEqual(
      [tags.slice(0, 50), tags.slice(50, 100), tags.slice(100), tags.slice(0, 50)].map((round) => round.toSorted()),
    );
  });
});
