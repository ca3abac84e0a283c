import type { Tag } from "../model/outbound.ts";
import { after, type Ms } from "../model/units.ts";
import type { Asked, RunningTest } from "./state.ts";
import { log, setTest, type Turn, worked } from "./turn.ts";

/** M12: the marks of a test that a person asks for now. */
export function stagesOf(turn: Turn, tag: Tag): Asked {
  const marks = marksFor(turn, tag).map((mark) => after(turn.now, mark));
  const deadline = marks.at(-1) ?? turn.now;
  return { ...beginning(turn, tag), retryAt: marks.slice(0, -1), deadline };
}

/** M15: a test asked for joins one that runs, and takes its result. */
export function joinAsked(turn: Turn, tag: Tag, test: RunningTest): void {
  if (test.asked) return;
  log(turn, `test ${tag}: asked for, joins the one that runs`);
  setTest(turn, tag, { ...test, asked: { ...beginning(turn, tag), retryAt: [], deadline: null }, urgent: true });
}

function beginning(turn: Turn, tag: Tag): Pick<Asked, "missAt" | "missed" | "trusted"> {
  const [first = turn.state.settings.urlTestTimeout] = marksFor(turn, tag);
  return { missAt: after(turn.now, first), missed: false, trusted: worked(turn.state.results[tag]) };
}

/** M13: for an outbound that worked in this run the first mark is skipped, unless it is the only one. */
function marksFor({ state }: Turn, tag: Tag): readonly Ms[] {
  const marks = state.settings.onDemandTimeouts;
  return marks.length > 1 && worked(state.results[tag]) ? marks.slice(1) : marks;
}
