import { memoOf } from "../lib/memo.ts";
import type { CompiledRules, Condition, MatchSet, RoutedRequest } from "./contract.ts";
import { createHostLookup } from "./host-lookup.ts";
import type { LoadedLists } from "./list-lookup.ts";

/** Compiled rules made ready, once. */
export interface RuleIndex {
  readonly sets: readonly LoadedSet[];
}

interface LoadedSet extends Pick<MatchSet, "first" | "when" | "invert" | "lists"> {
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
    lists: set.lists,
    ruleOfHost: createHostLookup(set, Math.ceil(REMEMBERED / sets.length)),
  })),
}));

const NONE = Number.POSITIVE_INFINITY;
const NO_LISTS: LoadedLists = new Map();

/**
 * The first rule in the user's order that matches a request.
 *
 * @param lists those that are loaded; of the others nothing is known, and they match nothing here
 * @returns the rule's index; null: none matches
 */
export function matchRule({ sets }: RuleIndex, request: RoutedRequest, lists: LoadedLists = NO_LISTS): number | null {
  let first = NONE;
  for (const set of sets) {
    if (set.first >= first) break;
    first = Math.min(first, ruleOf(set, request, lists));
  }
  return first === NONE ? null : first;
}

/** The first rule of which nobody can say whether it matches, for a list that it names was never loaded; null: there is none. */
export function unknownRule({ sets }: RuleIndex, request: RoutedRequest, lists: LoadedLists): number | null {
  let first = NONE;
  for (const set of sets) {
    const missing = set.lists.find(([tag]) => !lists.has(tag));
    if (missing === undefined || !asksHost(set, request)) continue;
    // What is known to match inside does so whatever the list has.
    if (missing[1] < ruleWithin(set, request, lists)) first = Math.min(first, missing[1]);
  }
  return first === NONE ? null : first;
}

function ruleOf(set: LoadedSet, request: RoutedRequest, lists: LoadedLists): number {
  if (isElsewhere(set, request)) return NONE;
  const rule = asksHost(set, request) ? ruleWithin(set, request, lists) : NONE;
  if (!set.invert) return rule;
  return rule === NONE ? set.first : NONE;
}

/** Where there are no containers such a rule does not match even when it is inverted: it would match everything. */
const isElsewhere = ({ when }: LoadedSet, { container }: RoutedRequest): boolean =>
  when?.container !== undefined && container === "";

/** Whether all else is as the rules ask for, so that it is the host that decides. */
const asksHost = (set: LoadedSet, request: RoutedRequest): boolean =>
  !isElsewhere(set, request) && (set.when === null || holds(set.when, request));

function ruleWithin({ lists: named, ruleOfHost }: LoadedSet, request: RoutedRequest, lists: LoadedLists): number {
  const rule = ruleOfHost(request.host);
  if (named.length === 0) return rule;
  return named.find(([tag, at]) => at < rule && lists.get(tag)?.(request))?.[1] ?? rule;
}

/** Whether a request has the port, the scheme and the container that are asked for. */
function holds({ port, protocol, container }: Condition, { scheme, port: at, container: id }: RoutedRequest): boolean {
  if (port && !port.includes(at)) return false;
  if (protocol && !protocol.some((one) => one === scheme)) return false;
  return !container || container.includes(id);
}
