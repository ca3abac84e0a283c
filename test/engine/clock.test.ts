import { describe, expect, test } from "vitest";
import { takersOf } from "../../src/balancer/takers.ts";
import { plansOf } from "../../src/engine/snapshot.ts";
import { configOf } from "./sample-config.ts";
import { type Behaviour, SimulatedShell } from "./simulated-shell.ts";

const HOUR = 3_600_000;
const GROUP = { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" };
const answers = (after: number): Behaviour => ({ kind: "ends", after, outcome: { kind: "delay", delay: after } });
const DEAF: Behaviour = { kind: "deaf" };
const REFUSED: Behaviour = { kind: "ends", after: 50, outcome: { kind: "failed", error: { code: "refused" } } };

/** A run with beats, begun at 10 h, after its first minute. */
function begin(a: Behaviour, b: Behaviour, monitoring: object = {}): SimulatedShell {
  const shell = new SimulatedShell(configOf({ a: {}, b: {} }, [GROUP], monitoring), { a, b });
  shell.now = 10 * HOUR;
  shell.input({ kind: "start" });
  beats(shell, 2);
  return shell;
}

function beats(shell: SimulatedShell, count: number): void {
  for (let beat = 0; beat < count; beat++) {
    shell.until(shell.now + 30_000);
    shell.input({ kind: "beat" });
  }
}

test.each([
  ["for hours", 2 * HOUR],
  ["for a minute", 60_000],
])(
  "M17, M18 · what was under way when the machine slept %s is not held against its proxy, whatever wakes it first",
  (_, time) => {
    const shell = begin(answers(100), DEAF);
    shell.input({ kind: "connection-failed", tag: "b" });
    const before = shell.state.monitoring.results.b;
    shell.jump(time);
    shell.input({ kind: "timer" });
    expect(shell.state.monitoring.results.b).toBe(before);
    shell.until(shell.now + 2_000);
    expect(shell.attempts.map(({ tag }) => tag)).toContain("b");
  },
);

test("M17 · a background that was stopped for half a minute, with tests under way, says nothing of the network", () => {
  const shell = begin(answers(100), DEAF);
  shell.input({ kind: "connection-failed", tag: "b" });
  shell.now += 60_000;
  shell.die();
  expect(shell.state.monitoring.networkAt).toBeNull();
  expect(shell.attempts.map(({ tag }) => tag)).toEqual(["b"]);
});

describe("M17 · a clock that is set back by hours holds nothing up", () => {
  test("M22 · results reach the groups by the end of their window", () => {
    const shell = begin(answers(100), answers(100), { interval: "1m" });
    shell.until(shell.now + 150);
    expect(shell.state.monitoring.pending).not.toEqual([]);
    shell.jump(-3 * HOUR);
    shell.input({ kind: "beat" });
    shell.until(shell.now + 500);
    expect(shell.state.monitoring.pending).toEqual([]);
  });

  test("M18 · a test that ignores its abort is over by its watch-dog, and another takes its place", () => {
    const shell = begin(answers(100), DEAF);
    shell.input({ kind: "connection-failed", tag: "b" });
    shell.jump(-3 * HOUR);
    shell.input({ kind: "beat" });
    shell.until(shell.now + 40_000);
    expect(shell.state.monitoring).toMatchObject({ tests: {}, cycle: null, results: { b: { kind: "failed" } } });
  });

  test("M12 · so is one that a person asked for, by its last mark", () => {
    const shell = begin(answers(100), DEAF);
    shell.input({ kind: "ask", tags: ["b"] });
    shell.jump(-3 * HOUR);
    shell.input({ kind: "beat" });
    shell.until(shell.now + 40_000);
    expect(shell.state.monitoring.asked).toEqual({ done: 1, total: 1 });
  });

  test("M8 · what is not ready is looked at again, and tested after ten looks", () => {
    const shell = begin(answers(100), answers(100));
    shell.input({ kind: "ready", tag: "b", ready: false });
    shell.input({ kind: "connection-failed", tag: "b" });
    shell.jump(-3 * HOUR);
    shell.input({ kind: "beat" });
    shell.until(shell.now + 31_000);
    expect(shell.state.monitoring.waiting).toEqual({});
  });

  test("M7 · without traffic testing stops all the same", () => {
    const shell = begin(answers(100), answers(100));
    shell.jump(-3 * HOUR);
    beats(shell, 40);
    expect(shell.state.monitoring.idle).toBe(true);
  });

  test("M6 · and a step too small to be a change of the network moves the next cycle with it", () => {
    const shell = begin(answers(100), answers(100), { interval: "2m" });
    const due = shell.state.monitoring.nextCycleAt ?? 0;
    shell.jump(-4_000);
    shell.input({ kind: "beat" });
    expect(shell.state.monitoring.nextCycleAt).toBe(due - 4_000);
  });
});

describe("a clock that is set back moves what groups wait for", () => {
  test("B10 · the one closing after start comes within half a minute, not hours later", () => {
    const shell = new SimulatedShell(configOf({ a: {}, b: {} }, [GROUP]), { a: answers(100), b: answers(400) });
    shell.now = 10 * HOUR;
    shell.input({ kind: "start" });
    shell.until(shell.now + 10_000);
    shell.jump(-HOUR);
    shell.input({ kind: "beat" });
    shell.until(shell.now + 30_000);
    expect(shell.effects).toContainEqual(expect.objectContaining({ kind: "close", members: ["b"], why: "settled" }));
  });

  test("LD5 · a stay goes on, and at its end the faster one takes over", () => {
    const by: Record<string, Behaviour> = { a: REFUSED, b: answers(300) };
    const shell = new SimulatedShell(configOf({ a: {}, b: {} }, [GROUP]), by);
    shell.now = 10 * HOUR;
    shell.input({ kind: "start" });
    shell.input({ kind: "beat" });
    shell.until(shell.now + 10_000);
    by.a = answers(100);
    shell.jump(-HOUR);
    shell.input({ kind: "beat" });
    const selected = () => takersOf(plansOf(shell.model, shell.state).g ?? { kind: "empty" });
    shell.until(shell.now + 10_000);
    expect(shell.state.monitoring.results.a).toMatchObject({ delay: 100 });
    expect(selected()).toEqual([1]);
    shell.until(shell.now + 20_000);
    expect(selected()).toEqual([0]);
  });
});

test("M6 · a clock that is set back by a little takes no cycle away: the next one tests all that works", () => {
  const shell = begin(answers(100), answers(100), { interval: "2m" });
  shell.jump(-50);
  shell.input({ kind: "beat" });
  const { now } = shell;
  beats(shell, 4);
  const { a, b } = shell.state.monitoring.results;
  expect(Math.min(a?.endedAt ?? 0, b?.endedAt ?? 0)).toBeGreaterThan(now);
});

test("M20 · a background that was stopped right after a result saves it again when it is woken, and no older one", () => {
  const shell = begin(answers(100), answers(100));
  shell.until(shell.now + 60_000);
  shell.input({ kind: "connection-failed", tag: "a" });
  shell.until(shell.now + 100);
  const before = shell.effects.length;
  shell.die();
  const saves = shell.effects.slice(before).filter(({ kind }) => kind === "save");
  expect(saves).toMatchObject([{ tag: "a", result: shell.state.monitoring.results.a }]);
});
