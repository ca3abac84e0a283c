import type { Tag } from "../model/outbound.ts";
import type { MonitoringSettings } from "../model/settings.ts";
import { after, between, type Instant, type Ms, ms } from "../model/units.ts";
import { stagesOf } from "./stages-of.ts";
import type { RunningTest, TestCause } from "./state.ts";
import { addressInUse } from "./test-addresses.ts";
import { change, emit, log, setTest, type Turn, without } from "./turn.ts";

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
    comeback: false,
    asked: asked ? stagesOf(turn, tag) : null,
    broken: false,
    agains: 0,
    limitedBy: [],
    lastError: null,
  };
  change(turn, { waiting: without(turn.state.waiting, tag) });
  log(turn, `test ${tag}: ${why}`);
  sendAttempt(turn, tag, test);
}

/**
 * Sends the next request of a test.
 *
 * @param address the place in `urls` of the address to ask; unset: the one in use
 */
export function sendAttempt(turn: Turn, tag: Tag, test: RunningTest, address?: number): void {
  const id = turn.state.nextId;
  change(turn, { nextId: id + 1 });
  const asked = address ?? addressInUse(turn.state, turn.now);
  const attempt = { id, startedAt: turn.now, address: asked, shaken: false };
  setTest(turn, tag, { ...test, attempt, attempts: test.attempts + 1, broken: false });
  if (test.attempts > 0) log(turn, `test ${tag}: attempt ${test.attempts + 1}`);
  const url = turn.state.settings.urls[asked] ?? "";
  emit(turn, { kind: "attempt", id, tag, url, timeout: timeoutOf(turn, test) });
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
