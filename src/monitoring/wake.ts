import { sendAttempt } from "./attempts.ts";
import { requeueIpv6 } from "./ipv6.ts";
import { requeueLookups } from "./look-ups.ts";
import { dropTest } from "./results.ts";
import type { Turn } from "./turn.ts";

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
}
