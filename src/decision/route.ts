import type { Tag } from "../model/outbound.ts";
import { matchRule } from "../routing/lookup.ts";
import { tagOf } from "../routing/pack-tags.ts";
import type { Request, Won } from "./contract.ts";
import type { DecisionIndex, RoutedRules } from "./prepare.ts";

/** Where the rules send a request. `outbound` undefined: what they name does not exist. */
export interface Routed {
  readonly rule: Won;
  readonly outbound: Tag | undefined;
}

/** The first rule that matches: of those that end with the run, then of the configuration; else `final`. */
export function routeOf({ temporary, rules, final }: DecisionIndex, request: Request): Routed {
  const first = temporary === null ? null : matchRule(temporary.index, request);
  if (temporary !== null && first !== null) return { rule: "temporary", outbound: outboundOf(temporary, first) };
  const rule = matchRule(rules.index, request);
  return { rule, outbound: rule === null ? final : outboundOf(rules, rule) };
}

const outboundOf = ({ outbounds }: RoutedRules, rule: number): Tag | undefined => tagOf(outbounds, rule);
