import { expect, test } from "vitest";
import { configOf } from "./sample-config.ts";
import { SimulatedShell } from "./simulated-shell.ts";

const GROUP = { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" };
const ENDS = { kind: "ends", after: 50, outcome: { kind: "delay", delay: 50 } } as const;

/** How many tests begin in the minute after two beats with this silence between them; everything is fresh. */
function testsAfter(silence: number): number {
  const shell = new SimulatedShell(configOf({ a: {}, b: {} }, [GROUP], { interval: "1h" }), { a: ENDS, b: ENDS });
  shell.now = 1_000_000;
  shell.input({ kind: "start" });
  shell.until(shell.now + 30_000);
  shell.input({ kind: "beat" });
  const before = shell.effects.length;
  // The machine sleeps: nothing happens until it wakes.
  shell.now += silence;
  shell.input({ kind: "beat" });
  shell.until(shell.now + 60_000);
  return shell.effects.slice(before).filter(({ kind }) => kind === "attempt").length;
}

test.each([
  [30_000, 0],
  [60_000, 0],
  [90_000, 0],
  [90_001, 2],
  [8 * 60_000, 2],
  [-4_000, 0],
  [-600_000, 2],
])("M17 · %i ms between two signs of life: %i tests", (silence, tests) => {
  expect(testsAfter(silence)).toBe(tests);
});

test("M17 · the first sign of life is no jump, and a died background does not forget the last one", () => {
  const shell = new SimulatedShell(configOf({ a: {} }, [], { interval: "1h" }), { a: ENDS });
  shell.now = 5_000_000;
  shell.input({ kind: "start" });
  shell.until(shell.now + 1_000);
  shell.input({ kind: "beat" });
  shell.die();
  shell.now += 600_000;
  shell.input({ kind: "beat" });
  expect(shell.effects.some((one) => one.kind === "log" && one.line.includes("the clock jumped by 600 s"))).toBe(true);
});
