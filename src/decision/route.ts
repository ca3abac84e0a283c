import type { Tag } from "../model/outbound.ts";
import { matchRule, unknownRule } from "../routing/lookup.ts";
import { tagOf } from "../routing/pack-tags.ts";
import type { Request, Won } from "./contract.ts";
import type { DecisionIndex, RoutedRules } from "./prepare.ts";

/** Where the rules send a request. */
export interface Routed {
  readonly rule: Won;
  /** Undefined: what they name does not exist; null: it cannot be said, since a list was never loaded. */
  readonly outbound: Tag | undefined | null;
}

/** What Firefox gives requests of private windows for a container. */
const PRIVATE = "firefox-private";

/**
 * Private windows with a way of their own go that way alone: what is chosen for all windows must not show them together.
 * Else the first rule that matches: of those that end with the run, then of the configuration; else `final`. A rule whose list
 * was never loaded may match: a request that no earlier rule takes goes neither by it nor past it.
 */
export function routeOf(index: DecisionIndex, request: Request): Routed {
  const { temporary, rules, lists, listsMissing, privateWindows, final } = index;
  if (privateWindows !== null && request.container === PRIVATE) return { rule: "private", outbound: privateWindows };
  const first = temporary === null ? null : matchRule(temporary.index, request);
  if (temporary !== null && first !== null) return { rule: "temporary", outbound: outboundOf(temporary, first) };
  const rule = matchRule(rules.index, request, lists);
  const unknown = listsMissing ? unknownRule(rules.index, request, lists) : null;
  if (unknown !== null && (rule === null || unknown <= rule)) return { rule: unknown, outbound: null };
  return { rule, outbound: rule === null ? final : outboundOf(rules, rule) };
}

const outboundOf = ({ outbounds }: RoutedRules, rule: number): Tag | undefined => tagOf(outbounds, rule);
