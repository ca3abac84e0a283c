import type { GroupFacts } from "../../src/balancer/facts.ts";
import type { LowestReason } from "../../src/balancer/lowest-decision.ts";
import { never } from "../../src/lib/never.ts";
import type { TabView, WhyStep } from "../../src/protocol/view.ts";
import type { MessageKey } from "../i18n.ts";

/** A reason in words; `$1` is how much faster another must be, in ms, where it says so. */
export interface Why {
  readonly id: MessageKey;
  readonly needed: number | null;
}

const LOWEST: { readonly [why in LowestReason]: MessageKey } = {
  "nobody-answers": "why_nobody_answers",
  "best-cached": "why_best_cached",
  "first-real-ping": "why_first_ping",
  "selected-failed": "why_failed",
  staying: "why_staying",
  "not-tested-yet": "why_not_tested",
  fastest: "why_fastest",
  "not-clearly-faster": "why_none_faster",
  "clearly-faster": "why_faster",
};

/** Why the last group on a tab's way names its member; null: a person picked it, or things have changed since it went. */
export function whyOf({ why }: TabView): Why | null {
  const step = why.at(-1);
  return step?.facts ? ofStrategy(step.facts.strategy, step.member) : null;
}

/** Why a group names its member now; null: things have changed since. */
export function stepWhy({ facts, member }: WhyStep): Why | null {
  return facts ? ofStrategy(facts.strategy, member) : { id: "why_picked", needed: null };
}

function ofStrategy(strategy: GroupFacts["strategy"], member: string | null): Why | null {
  switch (strategy.kind) {
    case "lowest-delay":
      return strategy.selected === member ? { id: LOWEST[strategy.last.why], needed: strategy.last.needed } : null;
    case "round-robin":
      return { id: "why_turns", needed: null };
    case "consistent-hashing":
      return { id: "why_hash", needed: null };
    case "sticky-sessions":
      return { id: strategy.stickyHash.includes("none") ? "why_drawn" : "why_sticky", needed: null };
    case "pool":
      return { id: strategy.stickyHash.includes("none") ? "why_turns" : "why_pool", needed: null };
    default:
      return never(strategy);
  }
}
