import type { Tag } from "../model/outbound.ts";
import type { MonitoringSettings } from "../model/settings.ts";
import { after, between, type Instant, type Ms, ms } from "../model/units.ts";
import { stagesOf } from "./stages-of.ts";
import type { RunningTest, TestCause } from "./state.ts";
import { change, emit, log, setTest, type Turn, without } from "./turn.ts";

/** The test address in use (M19). */
export function urlInUse({ settings, urlIndex }: Turn["state"]): string {
  return settings.urls[urlIndex] ?? settings.urls[0] ?? "";
}

/**
 * Begins a test; there must be none of this outbound. What is known of it is kept until the result.
 *
 * @param why for the log (M25)
 */
export function beginTest(turn: Turn, tag: Tag, cause: TestCause, why: string, stampedAt: Instant = turn.now): void {
  const asked = cause === "ask" || turn.state.waiting[tag]?.asked === true;
  const test: RunningTest = {
    cause,
    startedAt: turn.now,
    stampedAt,
    attempt: null,
    attempts: 0,
    worker: cause === "cycle",
    inCycle: cause === "cycle",
    urgent: cause === "event" || asked,
    blamed: false,
    asked: asked ? stagesOf(turn, tag) : null,
    broken: false,
    agains: 0,
    lastError: null,
  };
  change(turn, { waiting: without(turn.state.waiting, tag) });
  log(turn, `test ${tag}: ${why}`);
  sendAttempt(turn, tag, test);
}

/** Sends the next request of a test. */
export function sendAttempt(turn: Turn, tag: Tag, test: RunningTest): void {
  const id = turn.state.nextId;
  change(turn, { nextId: id + 1 });
  const attempt = { id, startedAt: turn.now, shaken: false };
  setTest(turn, tag, { ...test, attempt, attempts: test.attempts + 1, broken: false });
  if (test.attempts > 0) log(turn, `test ${tag}: attempt ${test.attempts + 1}`);
  emit(turn, { kind: "attempt", id, tag, url: urlInUse(turn.state), timeout: timeoutOf(turn, test) });
}

/** A test asked for is left to answer until its last mark; any other has `url_test_timeout`. */
function timeoutOf({ state, now }: Turn, { asked }: RunningTest): Ms {
  const deadline = asked?.deadline ?? null;
  return deadline === null ? state.settings.urlTestTimeout : ms(Math.max(1, between(now, deadline)));
}

/** M18: when an attempt that never returns counts as failed; null: none runs, or the last mark ends it. */
export function watchDogAt({ urlTestTimeout }: MonitoringSettings, { attempt, asked }: RunningTest): Instant | null {
  if (!attempt || (asked && asked.deadline !== null)) return null;
  return after(attempt.startedAt, ms(3 * urlTestTimeout + 2_000));
}
