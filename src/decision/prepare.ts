import { memoOf } from "../lib/memo.ts";
import type { Tag } from "../model/outbound.ts";
import type { Plan } from "../model/plan.ts";
import type { CompiledRules, PackedTags } from "../routing/contract.ts";
import { type LoadedLists, loadLists } from "../routing/list-lookup.ts";
import { loadRules, type RuleIndex } from "../routing/lookup.ts";
import type { Node, SnapshotBase } from "./contract.ts";
import { type GroupIndex, indexGroup } from "./group-index.ts";
import { createSources, type Sources } from "./sources.ts";

/** The slow-changing half of a snapshot, made ready once so that each decision costs the same. Never changed. */
export interface DecisionIndex {
  readonly nodes: ReadonlyMap<Tag, Exclude<Node, { kind: "group" }> | GroupIndex>;
  /** Null: there are none. */
  readonly temporary: RoutedRules | null;
  readonly rules: RoutedRules;
  readonly lists: LoadedLists;
  /** Whether a rule names a list that was never loaded. */
  readonly listsMissing: boolean;
  /** Null: private windows go as all others. */
  readonly privateWindows: Tag | null;
  readonly final: Tag;
  readonly sources: Sources;
  /** What the hash over all members came to, by plan and key: a plan is never changed, so neither is this. */
  readonly homes: WeakMap<HashPlan, Map<string, Home>>;
}

export interface RoutedRules {
  readonly index: RuleIndex;
  /** The outbound of each rule. */
  readonly outbounds: PackedTags;
}

type HashPlan = Extract<Plan, { readonly kind: "hash" }>;

/** The member that a key hashes to, and who serves it while that one is dead. */
export interface Home {
  readonly home: number;
  readonly member: number;
}

/** Made once for each base: popup and router look at the same one. */
export const prepare: (base: SnapshotBase) => DecisionIndex = memoOf((base) => {
  const { seed, nodes, temporary, rules, lists = {}, privateWindows = null, final } = base;
  return {
    nodes: new Map(
      Object.entries(nodes).map(([tag, node]) => [tag, node.kind === "group" ? indexGroup(tag, node.members) : node]),
    ),
    temporary: temporary ? routed(temporary) : null,
    rules: routed(rules),
    lists: loadLists(lists),
    listsMissing: rules.sets.some((set) => set.lists.some(([tag]) => !Object.hasOwn(lists, tag))),
    privateWindows,
    final,
    sources: createSources(seed),
    homes: new WeakMap(),
  };
});

const routed = (rules: CompiledRules): RoutedRules => ({ index: loadRules(rules), outbounds: rules.outbounds });
