import type { Troubles } from "../config/trouble.ts";
import { BLOCK, DIRECT, type Tag } from "../model/outbound.ts";
import type { TemporaryRule } from "../model/temporary-rule.ts";
import type { TestResult } from "../model/test-result.ts";
import type { Instant } from "../model/units.ts";
import { isFresh } from "../monitoring/turn.ts";
import type { Unrouted } from "../protocol/unrouted.ts";
import type {
  Control,
  GroupView,
  MemberView,
  Mode,
  Plain,
  RuleListView,
  Shown,
  View,
  WebRtcView,
} from "../protocol/view.ts";
import { resultFor, selectedOf, takersOfGroup } from "./leads.ts";
import type { GroupModel, Model } from "./model.ts";
import { finalOf } from "./snapshot.ts";
import type { EngineState } from "./state.ts";

/** What the popup shows that the core does not know. */
export interface Around {
  readonly revision: number;
  readonly mode: Mode;
  readonly control: Control;
  readonly unrouted: Unrouted;
  readonly temporary: readonly TemporaryRule[];
  readonly lists: readonly RuleListView[];
  readonly webRtc: WebRtcView;
  readonly troubles: Troubles;
}

/** The whole state of the popup. Looking at it changes nothing (B19). */
export function viewOf(
  core: { readonly model: Model; readonly state: EngineState } | null,
  now: Instant,
  around: Around,
): View {
  if (!core)
    return { ...around, final: null, groups: [], members: [], plain: {}, temporary: [], asked: null, offline: false };
  const { model, state } = core;
  const order = new Map(model.config.outbounds.map(({ tag }, place) => [tag, place]));
  const place = ({ tag }: { readonly tag: Tag }): number => order.get(tag) ?? 0;
  return {
    ...around,
    final: finalOf(model),
    groups: model.groups.map((group) => groupView(model, state, group)).toSorted((a, b) => place(a) - place(b)),
    members: model.config.outbounds.flatMap((one): MemberView[] => {
      if (one.kind !== "proxy") return [];
      const exit = state.monitoring.exits[one.tag];
      return [
        {
          tag: one.tag,
          protocol: one.protocol,
          enabled: one.enabled,
          shown: shownOf(state, one.tag, now),
          testing: state.monitoring.tests[one.tag] !== undefined,
          exit: exit?.exit ?? null,
          exitCached: exit?.cached ?? false,
          ipv6: model.config.monitoring.ipv6Declared[one.tag] ?? state.monitoring.ipv6[one.tag] ?? null,
          testedAt: state.monitoring.results[one.tag]?.endedAt ?? null,
        },
      ];
    }),
    plain: plainIn(model),
    temporary: around.temporary.map((rule) => ({ ...rule, missing: !isOutbound(order, rule.outbound) })),
    asked: askedOf(state),
    offline: !state.monitoring.online,
  };
}

function plainIn({ config }: Model): View["plain"] {
  const own = config.outbounds.flatMap((one): [Tag, Plain][] => {
    if (one.kind === "block" && one.refused) return [[one.tag, "refused"]];
    return one.kind === "direct" || one.kind === "block" ? [[one.tag, one.kind]] : [];
  });
  return Object.fromEntries([[DIRECT, "direct"], [BLOCK, "block"], ...own]);
}

const isOutbound = (listed: ReadonlyMap<Tag, number>, tag: Tag): boolean =>
  listed.has(tag) || tag === DIRECT || tag === BLOCK;

function askedOf({ monitoring }: EngineState): View["asked"] {
  const { asked } = monitoring;
  return asked && asked.done < asked.total ? asked : null;
}

function groupView(model: Model, state: EngineState, group: GroupModel): GroupView {
  const result = resultFor(model, state, group.tag);
  return {
    tag: group.tag,
    type: group.kind === "selector" ? "selector" : group.setup.options.strategy,
    members: group.listed,
    selected: selectedOf(state, group),
    using: takersOfGroup(state, group),
    shown: result ? ofResult(result) : { kind: "untested" },
  };
}

/**
 * What the popup shows for a proxy: the stages of a test asked for lie over its last result (M12, M13). A delay or a
 * failure of this run stays shown until then, and while the browser is offline (M17); a cached delay is never shown (LD6).
 */
export function shownOf({ monitoring }: EngineState, tag: Tag, now: Instant): Shown {
  const result = monitoring.results[tag];
  const asked = monitoring.tests[tag]?.asked;
  if (monitoring.online && asked && (asked.missed || asked.missAt <= now)) return { kind: "unavailable" };
  if (asked && !isFresh(result)) return { kind: "testing" };
  return result ? ofResult(result) : { kind: "untested" };
}

function ofResult(result: TestResult): Shown {
  if (result.kind === "failed") return { kind: "failed", error: result.error };
  if (result.cached) return { kind: "cached" };
  return { kind: "delay", delay: result.delay, ...(result.estimated ? { estimated: true } : {}) };
}
