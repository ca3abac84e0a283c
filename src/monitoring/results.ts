import type { Tag } from "../model/outbound.ts";
import type { ProbeError } from "../model/probe-error.ts";
import type { TestResult } from "../model/test-result.ts";
import { deliverNow, deliverSoon } from "./deliver.ts";
import { dropLookup, wantLookup } from "./look-ups.ts";
import { wakeDependents, wakeWaiting } from "./readiness.ts";
import type { RunningTest } from "./state.ts";
import { change, emit, log, type Turn, without, worked } from "./turn.ts";

/** A test ended with a delay, in ms. */
export function succeed(turn: Turn, tag: Tag, test: RunningTest, delay: number): void {
  const failedBefore = turn.state.results[tag]?.kind === "failed";
  const result: TestResult = { kind: "delay", delay, cached: false, stampedAt: test.stampedAt, endedAt: turn.now };
  log(turn, `result ${tag}: ${delay} ms`);
  record(turn, tag, test, result);
  change(turn, { marked: without(turn.state.marked, tag) });
  wantLookup(turn, tag);
  if (failedBefore) wakeDependents(turn, tag);
  wakeWaiting(turn);
}

/** A test ended without an answer; the error is kept with the result (M21). */
export function failTest(turn: Turn, tag: Tag, test: RunningTest, error: ProbeError): void {
  const result: TestResult = { kind: "failed", error, stampedAt: test.stampedAt, endedAt: turn.now };
  log(turn, `result ${tag}: failed, ${error.code}${error.status === undefined ? "" : ` ${error.status}`}`);
  record(turn, tag, test, result);
  change(turn, { marked: { ...turn.state.marked, [tag]: true } });
  dropLookup(turn, tag);
  wakeWaiting(turn);
}

/** A test ended and nothing can be said: what was known stays, and the next cycle tests it. */
export function dropTest(turn: Turn, tag: Tag, test: RunningTest): void {
  log(turn, `result ${tag}: nothing was measured`);
  close(turn, tag, test);
  change(turn, { marked: { ...turn.state.marked, [tag]: true } });
  wakeWaiting(turn);
}

function record(turn: Turn, tag: Tag, test: RunningTest, result: TestResult): void {
  const { state } = turn;
  const { cycle } = state;
  const counted = cycle && test.inCycle;
  change(turn, {
    results: { ...state.results, [tag]: result },
    ...(counted
      ? {
          cycle: {
            ...cycle,
            measured: cycle.measured + 1,
            successes: cycle.successes + (worked(result) ? 1 : 0),
          },
        }
      : {}),
  });
  close(turn, tag, test);
  emit(turn, { kind: "save", tag, result, exit: turn.state.exits[tag] ?? null });
  if (test.urgent || !counted) deliverNow(turn, tag);
  else deliverSoon(turn, tag);
}

function close(turn: Turn, tag: Tag, test: RunningTest): void {
  const { asked } = turn.state;
  change(turn, {
    tests: without(turn.state.tests, tag),
    ...(test.cause === "event" ? { blamedAt: { ...turn.state.blamedAt, [tag]: turn.now } } : {}),
    ...(test.asked && asked ? { asked: { ...asked, done: Math.min(asked.total, asked.done + 1) } } : {}),
  });
}
