import { between, type Instant } from "../model/units.ts";
import { sendAttempt } from "./attempts.ts";
import { requeueIpv6 } from "./ipv6.ts";
import { requeueLookups } from "./look-ups.ts";
import { dropTest } from "./results.ts";
import { emit, type Turn } from "./turn.ts";

/** A background that was stopped within this time of a result may not have saved it; nor the one that was woken after it. */
const MAYBE_UNSAVED_MS = 60_000;

/**
 * The background was stopped and woken: the requests under way died with it. They are sent again under new numbers; a test
 * whose last mark has passed meanwhile measured nothing, and its silence is not held against the proxy.
 */
export function wake(turn: Turn): void {
  for (const [tag, test] of Object.entries(turn.state.tests)) {
    if (!test.attempt) continue;
    const deadline = test.asked?.deadline ?? null;
    if (deadline !== null && deadline <= turn.now) dropTest(turn, tag, test);
    else sendAttempt(turn, tag, test);
  }
  requeueLookups(turn, () => true);
  requeueIpv6(turn, () => true);
  saveAgain(turn);
}

/** The state is written down before its effects are performed, and a write of the store takes its time (M20). */
function saveAgain(turn: Turn): void {
  const { results, exits, outbounds, seenAt } = turn.state;
  const isLate = (at: Instant | undefined): boolean =>
    at !== undefined && seenAt !== null && between(at, seenAt) < MAYBE_UNSAVED_MS;
  for (const { tag } of outbounds) {
    const [result = null, exit = null] = [results[tag], exits[tag]];
    if (isLate(result?.endedAt) || isLate(exit?.learntAt)) emit(turn, { kind: "save", tag, result, exit });
  }
}
