import type { Tag } from "../model/outbound.ts";
import { after, between, type Instant, type Ms, ms } from "../model/units.ts";
import type { Asked, RunningTest, TestCause } from "./state.ts";
import { change, emit, log, setTest, type Turn, without, worked } from "./turn.ts";

/** The test address in use (M19). */
export function urlInUse(turn: Turn): string {
  const { settings, urlIndex } = turn.state;
  return settings.urls[urlIndex] ?? settings.urls[0] ?? "";
}

/** Begins a test; there must be none of this outbound. What is known of it is kept until the result. */
export function beginTest(turn: Turn, tag: Tag, cause: TestCause, stampedAt: Instant): void {
  const test: RunningTest = {
    cause,
    startedAt: turn.now,
    stampedAt,
    attempt: null,
    worker: cause === "cycle",
    inCycle: cause === "cycle",
    urgent: cause === "event" || cause === "ask",
    asked: cause === "ask" ? stages(turn, tag) : null,
    shaken: false,
    agains: 0,
    lastError: null,
  };
  change(turn, { waiting: without(turn.state.waiting, tag) });
  log(turn, `test ${tag}: ${cause}`);
  sendAttempt(turn, tag, test);
}

/** Sends the next request of a test. */
export function sendAttempt(turn: Turn, tag: Tag, test: RunningTest): void {
  const id = turn.state.nextId;
  change(turn, { nextId: id + 1 });
  setTest(turn, tag, { ...test, attempt: { id, startedAt: turn.now } });
  emit(turn, { kind: "attempt", id, tag, url: urlInUse(turn), timeout: attemptTimeout(turn, test) });
}

function attemptTimeout(turn: Turn, { asked }: RunningTest): Ms {
  const deadline = asked?.deadline ?? null;
  return deadline === null ? turn.state.settings.urlTestTimeout : ms(Math.max(1, between(turn.now, deadline)));
}

/**
 * M12: the marks of a test asked for. M13: for an outbound that worked in this run the first one is skipped, unless it is
 * the only one.
 */
function stages(turn: Turn, tag: Tag): Asked {
  const marks = marksFor(turn, tag).map((mark) => after(turn.now, mark));
  const deadline = marks.at(-1) ?? turn.now;
  return { missAt: marks[0] ?? deadline, missed: false, retryAt: marks.slice(0, -1), deadline };
}

function marksFor(turn: Turn, tag: Tag): readonly Ms[] {
  const marks = turn.state.settings.onDemandTimeouts;
  return marks.length > 1 && worked(turn.state.results[tag]) ? marks.slice(1) : marks;
}

/** M15: a test asked for joins one that runs and takes its result. */
export function joinAsked(turn: Turn, tag: Tag, test: RunningTest): void {
  if (test.asked) return;
  const [first = turn.state.settings.urlTestTimeout] = marksFor(turn, tag);
  const asked: Asked = { missAt: after(turn.now, first), missed: false, retryAt: [], deadline: null };
  setTest(turn, tag, { ...test, asked, urgent: true });
}

/** M18: when a test that never returns counts as failed. */
export function watchDogAt(turn: Turn, test: RunningTest): Instant | null {
  if (!test.attempt || (test.asked && test.asked.deadline !== null)) return null;
  return after(test.attempt.startedAt, ms(3 * turn.state.settings.urlTestTimeout + 2_000));
}
