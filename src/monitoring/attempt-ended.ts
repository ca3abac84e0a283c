import type { Tag } from "../model/outbound.ts";
import type { ProbeError } from "../model/probe-error.ts";
import { sendAttempt } from "./attempts.ts";
import { dropTest, failTest, succeed } from "./results.ts";
import type { RunningTest } from "./state.ts";
import { setTest, type Turn } from "./turn.ts";

/** How one test request ended; see the engine's contract. */
export type AttemptEnd =
  | { readonly kind: "delay"; readonly delay: number }
  | { readonly kind: "failed"; readonly error: ProbeError }
  | { readonly kind: "again" };

/** Attempts that said nothing are sent again at once, this often. */
const AGAINS = 5;

/** The request with this id ended; one that is not waited for any more is dropped. */
export function attemptEnded(turn: Turn, id: number, end: AttemptEnd): void {
  const found = Object.entries(turn.state.tests).find(([, { attempt }]) => attempt?.id === id);
  if (!found) return;
  const [tag, test] = found;
  switch (end.kind) {
    case "delay":
      return succeed(turn, tag, test, end.delay);
    case "again":
      return again(turn, tag, test);
    case "failed":
      return failed(turn, tag, test, end.error);
  }
}

function again(turn: Turn, tag: Tag, test: RunningTest): void {
  if (test.shaken) setTest(turn, tag, { ...test, attempt: null });
  else if (test.agains < AGAINS) sendAttempt(turn, tag, { ...test, agains: test.agains + 1 });
  else dropTest(turn, tag, test);
}

function failed(turn: Turn, tag: Tag, test: RunningTest, error: ProbeError): void {
  // M17: broken by the change of the network; it runs again with the network's cycle.
  if (test.shaken) return setTest(turn, tag, { ...test, attempt: null });
  // Without a network nothing can be said of a proxy.
  if (error.code === "offline") return dropTest(turn, tag, test);
  const { asked } = test;
  if (!asked || asked.retryAt.length === 0) return failTest(turn, tag, test, error);
  setTest(turn, tag, { ...test, attempt: null, lastError: error, asked: { ...asked, missed: missedBy(turn, test) } });
}

/** A failure shows as unavailable; for an outbound that worked in this run not before its first mark (M13). */
function missedBy(turn: Turn, test: RunningTest): boolean {
  const { asked } = test;
  if (!asked || asked.missed) return true;
  const skipped = asked.retryAt.length < turn.state.settings.onDemandTimeouts.length - 1;
  return !skipped || asked.missAt <= turn.now;
}
