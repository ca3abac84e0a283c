import { memoOf } from "../lib/memo.ts";
import { holds } from "./condition.ts";
import type { CompiledRules, MatchSet, RoutedRequest } from "./contract.ts";
import { createHostLookup } from "./host-lookup.ts";

/** Compiled rules made ready, once. */
export interface RuleIndex {
  readonly sets: readonly LoadedSet[];
}

interface LoadedSet extends Pick<MatchSet, "first" | "when" | "invert"> {
  readonly ruleOfHost: (host: string) => number;
}

/** How many hosts all sets remember together: a page asks for the same few again and again. */
const REMEMBERED = 2_000;

/** The same rules give the same index, made once. */
export const loadRules: (rules: CompiledRules) => RuleIndex = memoOf(({ sets }) => ({
  sets: sets.map((set) => ({
    first: set.first,
    when: set.when,
    invert: set.invert,
    ruleOfHost: createHostLookup(set, Math.ceil(REMEMBERED / sets.length)),
  })),
}));

const NONE = Number.POSITIVE_INFINITY;

/**
 * The first rule in the user's order that matches a request.
 *
 * @returns the rule's index; null: none matches
 */
export function matchRule({ sets }: RuleIndex, request: RoutedRequest): number | null {
  let first = NONE;
  for (const set of sets) {
    if (set.first >= first) break;
    first = Math.min(first, ruleOf(set, request));
  }
  return first === NONE ? null : first;
}

function ruleOf({ first, when, invert, ruleOfHost }: LoadedSet, request: RoutedRequest): number {
  // Where there are no containers such a rule does not match even when it is inverted: it would match everything.
  if (when?.container && request.container === "") return NONE;
  const rule = when === null || holds(when, request) ? ruleOfHost(request.host) : NONE;
  if (!invert) return rule;
  return rule === NONE ? first : NONE;
}
