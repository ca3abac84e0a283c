import type { Tag } from "../model/outbound.ts";
import { beginTest } from "./attempts.ts";
import { isReady, wait } from "./readiness.ts";
import { failTest } from "./results.ts";
import { joinAsked } from "./stages-of.ts";
import { change, emit, log, setTest, type Turn, without } from "./turn.ts";

/**
 * M12: tests that a person asks for, each outbound's own, beside the workers. One that runs is joined (M15); one that is
 * not ready is tested as soon as it is (M8, M9).
 */
export function ask(turn: Turn, tags: readonly Tag[]): void {
  const { state } = turn;
  const known = new Set(state.outbounds.map(({ tag }) => tag));
  const news = tags.filter((tag) => known.has(tag) && !state.tests[tag]?.asked && !state.waiting[tag]?.asked);
  const open = state.asked && state.asked.done < state.asked.total ? state.asked : { done: 0, total: 0 };
  change(turn, { asked: { done: open.done, total: open.total + news.length } });
  for (const tag of news) {
    const running = turn.state.tests[tag];
    if (running) joinAsked(turn, tag, running);
    else if (isReady(turn, tag)) beginTest(turn, tag, "ask", "asked for");
    else wait(turn, tag, true);
  }
}

/** The tests asked for end without a result; one that something else waits for goes on. */
export function stopAsked(turn: Turn): void {
  for (const tag of Object.keys(turn.state.tests)) stop(turn, tag);
  const patient = Object.entries(turn.state.waiting).map(([tag, one]) => [tag, { ...one, asked: false }] as const);
  change(turn, { asked: null, waiting: Object.fromEntries(patient) });
}

function stop(turn: Turn, tag: Tag): void {
  const test = turn.state.tests[tag];
  if (!test?.asked) return;
  if (test.cause === "ask" && !test.inCycle) {
    if (test.attempt) emit(turn, { kind: "abort-attempt", id: test.attempt.id });
    log(turn, `test ${tag}: stopped`);
    return change(turn, { tests: without(turn.state.tests, tag) });
  }
  // Between two attempts nothing would ever end it: the marks go with the person who asked.
  if (!test.attempt && !test.broken) failTest(turn, tag, test, test.lastError ?? { code: "timeout" });
  else setTest(turn, tag, { ...test, asked: null });
}
