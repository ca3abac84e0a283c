import { memoOf } from "../lib/memo.ts";
import type { Tag } from "../model/outbound.ts";
import type { CompiledList, RoutedRequest } from "./contract.ts";
import { loadRules, matchRule } from "./lookup.ts";

/** Whether a list has a request. */
export type ListMatcher = (request: RoutedRequest) => boolean;

/** Lists by their tags; those that are not here were never loaded. */
export type LoadedLists = ReadonlyMap<Tag, ListMatcher>;

const loadList: (list: CompiledList) => ListMatcher = memoOf(({ takes, spares }) => {
  const taken = loadRules(takes);
  const spared = spares && loadRules(spares);
  return (request) => matchRule(taken, request) !== null && (spared === null || matchRule(spared, request) === null);
});

export const loadLists = (lists: Readonly<Record<Tag, CompiledList>>): LoadedLists =>
  new Map(Object.entries(lists).map(([tag, list]) => [tag, loadList(list)]));
