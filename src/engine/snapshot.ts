import { planOf } from "../balancer/shown.ts";
import type { Node, SnapshotBase } from "../decision/contract.ts";
import { BLOCK, DIRECT, type Tag } from "../model/outbound.ts";
import type { Plan, Plans } from "../model/plan.ts";
import type { TemporaryRule } from "../model/temporary-rule.ts";
import { compilePlain } from "../routing/compile-plain.ts";
import { compileTemporary } from "../routing/compile-temporary.ts";
import type { CompiledList } from "../routing/contract.ts";
import { pickOf } from "./leads.ts";
import type { GroupModel, Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/** What routing rests on besides the configuration and the core's state. */
export interface Beside {
  /** The rules that end with the run. */
  readonly temporary: readonly TemporaryRule[];
  /** The lists that rules name, as far as they were ever loaded. */
  readonly lists: Readonly<Record<Tag, CompiledList>>;
}

const NOTHING_BESIDE: Beside = { temporary: [], lists: {} };

/**
 * The slow half of a snapshot: the same object as long as it rests on the same. A proxy that is switched off blocks where a
 * rule names it, and is no member.
 */
export function baseOf(model: Model, { seed }: EngineState, beside: Beside = NOTHING_BESIDE): SnapshotBase {
  const last = made.get(model);
  if (last?.seed === seed && last.beside.temporary === beside.temporary && last.beside.lists === beside.lists)
    return last.base;
  const base = makeBase(model, seed, beside);
  made.set(model, { seed, beside, base });
  return base;
}

const made = new WeakMap<Model, { readonly seed: number; readonly beside: Beside; readonly base: SnapshotBase }>();

function makeBase({ config, groups }: Model, seed: number, { temporary, lists }: Beside): SnapshotBase {
  const nodes: [Tag, Node][] = [
    [DIRECT, { kind: "direct" }],
    [BLOCK, { kind: "block" }],
    ...config.outbounds.flatMap((outbound): [Tag, Node][] => {
      if (outbound.kind === "proxy") return [[outbound.tag, { kind: outbound.enabled ? "leaf" : "block" }]];
      if (outbound.kind === "block")
        return [[outbound.tag, { kind: "block", ...(outbound.refused && { refused: true }) }]];
      return outbound.kind === "direct" ? [[outbound.tag, { kind: "direct" }]] : [];
    }),
    ...groups.map(({ tag, members }): [Tag, Node] => [tag, { kind: "group", members }]),
  ];
  return {
    seed,
    nodes: Object.fromEntries(nodes),
    ...(temporary.length > 0 ? { temporary: compileTemporary(temporary) } : {}),
    rules: compilePlain(config.route.rules),
    ...(config.route.lists.length > 0 ? { lists } : {}),
    ...(config.route.privateWindows === undefined ? {} : { privateWindows: config.route.privateWindows }),
    final: finalOf({ config }) ?? BLOCK,
  };
}

/** What serves a request that no rule matches: `final`, else the first outbound listed. */
export function finalOf({ config }: Pick<Model, "config">): Tag | null {
  return config.route.final ?? config.outbounds[0]?.tag ?? null;
}

/** What every group does with new connections now. */
export function plansOf(model: Model, state: EngineState): Plans {
  return Object.fromEntries(model.groups.map((group) => [group.tag, planFor(state, group)]));
}

function planFor(state: EngineState, group: GroupModel): Plan {
  if (group.kind === "balancer") {
    const own = state.groups[group.tag];
    return own ? planOf(group.setup, own) : { kind: "empty" };
  }
  const pick = pickOf(state, group);
  return pick === null ? { kind: "empty" } : { kind: "one", member: group.members.indexOf(pick) };
}
