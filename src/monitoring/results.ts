import type { Tag } from "../model/outbound.ts";
import type { ProbeError } from "../model/probe-error.ts";
import type { TestResult } from "../model/test-result.ts";
import { comebackLater, notedFailure, risen } from "./comebacks.ts";
import { deliverNow, deliverSoon } from "./deliver.ts";
import { dropIpv6, wantIpv6 } from "./ipv6.ts";
import { dropLookup, wantLookup } from "./look-ups.ts";
import { lostLater, seeFailure, seeSuccess } from "./lost-network.ts";
import { wakeDependents } from "./readiness.ts";
import type { RunningTest } from "./state.ts";
import { change, emit, log, type Turn, without, worked } from "./turn.ts";

const MOST_DELAY = 65_534;

/** A test ended with a delay, in ms; `estimated`: M27. */
export function succeed(
  turn: Turn,
  tag: Tag,
  test: RunningTest,
  { delay: measured, estimated }: { readonly delay: number; readonly estimated?: true },
): void {
  const failedBefore = turn.state.results[tag]?.kind === "failed";
  const delay = Math.min(MOST_DELAY, Math.max(1, Math.round(measured)));
  log(turn, `result ${tag}: ${delay} ms${estimated ? ", estimated" : ""}`);
  const { stampedAt, attempt } = test;
  const answered = { ...(attempt ? { address: attempt.address } : {}), ...(estimated ? { estimated } : {}) };
  record(turn, tag, test, { kind: "delay", delay, cached: false, ...answered, stampedAt, endedAt: turn.now });
  change(turn, { marked: without(turn.state.marked, tag), fallen: risen(turn.state, tag) });
  seeSuccess(turn, tag);
  if (failedBefore) change(turn, { lookUpAnew: { ...turn.state.lookUpAnew, [tag]: true } });
  wantLookup(turn, { tag, urgent: appliesAtOnce(turn, test) });
  wantIpv6(turn, tag);
  if (failedBefore) wakeDependents(turn, tag);
}

/** A test ended without an answer; the error is kept with the result (M21). */
export function failTest(turn: Turn, tag: Tag, test: RunningTest, error: ProbeError): void {
  log(turn, `result ${tag}: failed, ${error.code}${error.status === undefined ? "" : ` ${error.status}`}`);
  change(turn, { fallen: notedFailure(turn, tag, test), marked: { ...turn.state.marked, [tag]: true } });
  record(turn, tag, test, { kind: "failed", error, stampedAt: test.stampedAt, endedAt: turn.now });
  lostLater(turn, tag, true);
  seeFailure(turn);
  // B9, B11: our own requests through it end with those of the user.
  dropLookup(turn, tag);
  dropIpv6(turn, tag);
}

/** A test ended and nothing can be said: what was known stays, and the next cycle tests it. */
export function dropTest(turn: Turn, tag: Tag, test: RunningTest): void {
  log(turn, `result ${tag}: nothing was measured`);
  endUnmeasured(turn, tag, test);
}

/** X6.17: every test address limits its rate: what was known stays, with a note, and the next cycle tests it. */
export function limitTest(turn: Turn, tag: Tag, test: RunningTest): void {
  log(turn, `result ${tag}: every test address limits its rate`);
  endUnmeasured(turn, tag, test);
  change(turn, { notes: { ...turn.state.notes, [tag]: "address_limited" } });
}

function endUnmeasured(turn: Turn, tag: Tag, test: RunningTest): void {
  close(turn, tag, test);
  change(turn, { marked: { ...turn.state.marked, [tag]: true } });
  comebackLater(turn, tag);
  lostLater(turn, tag, false);
}

/** B16: a result applies at once when it is not of the cycle, or when somebody waits for it. */
const appliesAtOnce = ({ state }: Turn, test: RunningTest): boolean => test.urgent || !state.cycle || !test.inCycle;

function record(turn: Turn, tag: Tag, test: RunningTest, result: TestResult): void {
  const { results, cycle } = turn.state;
  const atOnce = appliesAtOnce(turn, test);
  change(turn, { results: { ...results, [tag]: result }, notes: without(turn.state.notes, tag) });
  if (cycle && test.inCycle) {
    const successes = cycle.successes + (worked(result) ? 1 : 0);
    change(turn, { cycle: { ...cycle, measured: cycle.measured + 1, successes } });
  }
  close(turn, tag, test);
  emit(turn, { kind: "save", tag, result, exit: turn.state.exits[tag] ?? null });
  if (atOnce) deliverNow(turn, tag, cycle && test.inCycle ? "joined" : "single");
  else deliverSoon(turn, tag);
}

function close(turn: Turn, tag: Tag, test: RunningTest): void {
  const { asked, tests, blamedAt } = turn.state;
  change(turn, { tests: without(tests, tag) });
  if (test.blamed) change(turn, { blamedAt: { ...blamedAt, [tag]: turn.now } });
  if (test.asked && asked) change(turn, { asked: { ...asked, done: Math.min(asked.total, asked.done + 1) } });
}
