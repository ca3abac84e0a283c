import type { Tag } from "../model/outbound.ts";
import { between } from "../model/units.ts";
import { dropTest, failTest } from "./results.ts";
import type { RunningTest } from "./state.ts";
import type { Turn } from "./turn.ts";

/**
 * M12, M21: the last mark ends a test that a person asked for.
 *
 *   its attempt had its time ──> timeout
 *   cut short, or none runs ──── an earlier one failed ──> that one's reason
 *                           └─── none did ───────────────> nothing was measured
 */
export function endAtLastMark(turn: Turn, tag: Tag, test: RunningTest): void {
  if (hadItsTime(turn, test)) failTest(turn, tag, test, { code: "timeout" });
  else if (test.lastError) failTest(turn, tag, test, test.lastError);
  else dropTest(turn, tag, test);
}

/**
 * M1, M12: the silence of the only attempt is a timeout. That of one more, sent after a failure, after an attempt that said
 * nothing or by a woken background, is when it lasted as long as any test is given.
 */
function hadItsTime({ state, now }: Turn, { attempt, attempts }: RunningTest): boolean {
  return attempt !== null && (attempts === 1 || between(attempt.startedAt, now) >= state.settings.urlTestTimeout);
}
