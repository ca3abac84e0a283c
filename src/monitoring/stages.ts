import type { Tag } from "../model/outbound.ts";
import { runAgain } from "./attempt-ended.ts";
import { sendAttempt, watchDogAt } from "./attempts.ts";
import { endAtLastMark } from "./last-mark.ts";
import { dropTest, failTest } from "./results.ts";
import { emit, log, setTest, type Turn } from "./turn.ts";

/** Marks, deadlines and watch-dogs that are due (M12, M18). */
export function stagesDue(turn: Turn): void {
  for (const tag of Object.keys(turn.state.tests)) {
    missDue(turn, tag);
    deadlineDue(turn, tag);
    retryDue(turn, tag);
    watchDogDue(turn, tag);
  }
}

function missDue(turn: Turn, tag: Tag): void {
  const test = turn.state.tests[tag];
  if (!test?.asked || test.asked.missed || test.asked.missAt > turn.now) return;
  log(turn, `test ${tag}: no answer at the mark, unavailable for now`);
  setTest(turn, tag, { ...test, asked: { ...test.asked, missed: true } });
}

function deadlineDue(turn: Turn, tag: Tag): void {
  const test = turn.state.tests[tag];
  const deadline = test?.asked?.deadline ?? null;
  if (!test?.asked || deadline === null || deadline > turn.now) return;
  if (test.attempt) emit(turn, { kind: "abort-attempt", id: test.attempt.id });
  if (!turn.state.online) return dropTest(turn, tag, test);
  // M17: what a change of the network broke is no result; it runs again as any other test.
  if (test.broken || test.attempt?.shaken)
    return runAgain(turn, tag, { ...test, asked: { ...test.asked, retryAt: [], deadline: null } });
  endAtLastMark(turn, tag, test);
}

/** At a mark a failed attempt is tried again; one still under way is left to answer. */
function retryDue(turn: Turn, tag: Tag): void {
  const test = turn.state.tests[tag];
  if (!test?.asked) return;
  const due = test.asked.retryAt.filter((at) => at <= turn.now).length;
  if (due === 0) return;
  const next = { ...test, asked: { ...test.asked, retryAt: test.asked.retryAt.slice(due) } };
  if (test.attempt || test.broken) setTest(turn, tag, next);
  else sendAttempt(turn, tag, { ...next, agains: 0 });
}

/** M18: a request that ignores its abort holds nobody for ever; a later return is dropped, as its id is gone. */
function watchDogDue(turn: Turn, tag: Tag): void {
  const test = turn.state.tests[tag];
  const at = test ? watchDogAt(turn.state.settings, test) : null;
  if (!test?.attempt || at === null || at > turn.now) return;
  emit(turn, { kind: "abort-attempt", id: test.attempt.id });
  log(turn, `test ${tag}: it does not return`);
  // M17: its silence began with a change of the network, or the machine slept.
  if (turn.state.online && test.attempt.shaken) return runAgain(turn, tag, test);
  if (turn.state.online) failTest(turn, tag, test, { code: "timeout" });
  else dropTest(turn, tag, test);
}
