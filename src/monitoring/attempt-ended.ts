import { never } from "../lib/never.ts";
import type { Tag } from "../model/outbound.ts";
import type { ProbeError } from "../model/probe-error.ts";
import { between } from "../model/units.ts";
import { sendAttempt } from "./attempts.ts";
import { endAtLastMark } from "./last-mark.ts";
import { dropTest, failTest, limitTest, succeed } from "./results.ts";
import type { RunningTest } from "./state.ts";
import { addressAfter, answeredAnother, noteLimited } from "./test-addresses.ts";
import { log, setTest, type Turn } from "./turn.ts";

/** How one test request ended; see the engine's contract. */
export type AttemptEnd =
  | { readonly kind: "delay"; readonly delay: number; readonly estimated?: true }
  | { readonly kind: "failed"; readonly error: ProbeError }
  /** The test address answered 429; `retryAfterMs` is its `Retry-After`, null: it has none (X6.16). */
  | { readonly kind: "limited"; readonly retryAfterMs: number | null }
  | { readonly kind: "again" };

/** Attempts that said nothing are sent again at once, this often. */
const AGAINS = 5;
/** Timers of browsers are as exact as this. */
const EARLY_MS = 100;

/** The request with this id ended; one that is not waited for any more is dropped (M18). */
export function attemptEnded(turn: Turn, id: number, end: AttemptEnd): void {
  const found = Object.entries(turn.state.tests).find(([, { attempt }]) => attempt?.id === id);
  if (!found) return;
  const [tag, test] = found;
  switch (end.kind) {
    case "delay":
      return succeed(turn, tag, test, end);
    case "again":
      return saidNothing(turn, tag, test);
    case "failed":
      return failed(turn, tag, test, end.error);
    case "limited":
      return limited(turn, tag, test, end.retryAfterMs);
    default:
      return never(end);
  }
}

function saidNothing(turn: Turn, tag: Tag, test: RunningTest): void {
  if (test.attempt?.shaken) runAgain(turn, tag, test);
  else if (test.agains < AGAINS) sendAttempt(turn, tag, { ...test, agains: test.agains + 1 });
  else dropTest(turn, tag, test);
}

/**
 * X6.16, X6.17: an address that limits its rate speaks for itself. The test goes on with the next one; with none left it is
 * the member's failure only when such an address answered another member.
 */
function limited(turn: Turn, tag: Tag, test: RunningTest, retryAfterMs: number | null): void {
  const address = test.attempt?.address ?? 0;
  noteLimited(turn, tag, address, retryAfterMs);
  const asked = { ...test, limitedBy: [...test.limitedBy, address] };
  const next = addressAfter(turn, asked);
  if (next !== null) return sendAttempt(turn, tag, asked, next);
  if (answeredAnother(turn, tag, asked.limitedBy))
    return failed(turn, tag, test, { code: "unexpected_answer", status: 429 });
  limitTest(turn, tag, test);
}

function failed(turn: Turn, tag: Tag, test: RunningTest, error: ProbeError): void {
  if (test.attempt?.shaken && turn.state.online) return runAgain(turn, tag, test);
  // Without a network nothing can be said of a proxy.
  if (!turn.state.online || error.code === "offline") return dropTest(turn, tag, test);
  const { asked } = test;
  if (isLastMark(turn, test, error)) return endAtLastMark(turn, tag, test);
  if (!asked || asked.retryAt.length === 0) return failTest(turn, tag, test, error);
  log(turn, `test ${tag}: ${error.code}, again at the next mark`);
  // M13: for an outbound that worked in this run a failure is not shown before its first mark.
  const missed = asked.missed || !asked.trusted || asked.missAt <= turn.now;
  setTest(turn, tag, { ...test, attempt: null, lastError: error, asked: { ...asked, missed } });
}

/** The request's own limit is the last mark too, and may ring a little before the core's. */
function isLastMark({ now }: Turn, { asked }: RunningTest, { code }: ProbeError): boolean {
  const deadline = asked?.deadline ?? null;
  return deadline !== null && code === "timeout" && between(now, deadline) < EARLY_MS;
}

/** M17: broken by a change of the network: it runs again, as soon as that has settled. */
export function runAgain(turn: Turn, tag: Tag, test: RunningTest): void {
  log(turn, `test ${tag}: broken by a change of the network`);
  if (turn.state.networkAt === null) sendAttempt(turn, tag, test);
  else setTest(turn, tag, { ...test, attempt: null, broken: true });
}
