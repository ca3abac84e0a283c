import { answers, DEAD } from "./delay-model.ts";
import type { LowestDecision, LowestReason } from "./lowest-decision.ts";
import { delayOf, type View } from "./view.ts";

const WORDS: { readonly [why in Exclude<LowestReason, "clearly-faster" | "not-clearly-faster">]: string } = {
  "nobody-answers": "nobody answers",
  "best-cached": "the best cached one, nobody has answered yet",
  "first-real-ping": "first real ping",
  "selected-failed": "the selected one failed",
  staying: "it stays 30 s after it was taken",
  "not-tested-yet": "the cycle has not tested it yet",
  fastest: "it is the fastest",
};

/** What was decided, over which fastest one, and why (M25). */
export function lowestLine(selected: number, decision: LowestDecision, view: View): string {
  const { from, fastest } = decision;
  const group = `LOWEST ${view.setup.tag}${view.network === "udp" ? " (udp)" : ""}`;
  const done = selected === from ? "keeps" : "takes";
  const left = selected === from ? "" : ` after ${named(from, view)}`;
  const known = fastest === null ? "none yet" : named(fastest, view);
  return `${group}: ${done} ${named(selected, view)}${left}, fastest: ${known}; ${reason(decision)}`;
}

function reason({ why, needed }: LowestDecision): string {
  if (why === "clearly-faster") return `faster by more than ${needed} ms`;
  if (why === "not-clearly-faster") return `none is faster by more than ${needed} ms`;
  return WORDS[why];
}

/** A cached delay is never shown as a number (LD6). */
function named(member: number, view: View): string {
  const tag = view.setup.members[member]?.tag;
  const known = view.known[member] ?? null;
  const delay = delayOf(view, member);
  if (answers(known)) return `${tag} (${delay} ms)`;
  return `${tag} (${known?.kind === "failed" ? "failed" : delay < DEAD ? "cached" : "untested"})`;
}
