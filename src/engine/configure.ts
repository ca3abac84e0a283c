import type { Tag } from "../model/outbound.ts";
import type { Instant } from "../model/units.ts";
import type { MonitoringState } from "../monitoring/state.ts";
import { worked as hasWorked } from "../monitoring/turn.ts";
import type { EngineEffect } from "./contract.ts";
import { newState } from "./create-engine.ts";
import { type EngineTurn, joinGroups } from "./groups.ts";
import { endpointsOf, groupsMadeOf } from "./made-of.ts";
import type { Model } from "./model.ts";
import type { EngineState } from "./state.ts";

type Same = (tag: Tag) => boolean;

/** Of which proxies what is under way goes on. */
interface Goes {
  readonly test: Same;
  readonly lookUp: Same;
  readonly ipv6: Same;
}

/**
 * Goes on with another configuration. Proxies that are the same (tag, address and detour) keep their results and tests;
 * groups that are the same (options, members and where these are) keep their state. Tests and look-ups of proxies that are
 * gone end, and so do look-ups that nobody wants any more. What is new is tested at once.
 *
 * @param former the configuration until now, and its state
 * @returns the state for `model`, to be stepped with `timer`, and what the shell must do
 */
export function configure(
  model: Model,
  former: { readonly model: Model; readonly state: EngineState },
  now: Instant,
): { readonly state: EngineState; readonly effects: readonly EngineEffect[] } {
  const { state } = former;
  const old = state.monitoring;
  const places = endpointsOf(model);
  const placesBefore = endpointsOf(former.model);
  const made = groupsMadeOf(model, places);
  const madeBefore = groupsMadeOf(former.model, placesBefore);
  const blank = newState(model, {}, {}, state.picks, state.seed);
  const same: Same = (tag) => places[tag] !== undefined && places[tag] === placesBefore[tag];
  const kept: Same = (tag) => made[tag] !== undefined && made[tag] === madeBefore[tag];
  const fresh = blank.monitoring.outbounds.map(({ tag }) => tag).filter((tag) => !same(tag));
  const { settings } = blank.monitoring;
  const goes: Goes = {
    test: same,
    lookUp: (tag) => settings.lookUpExits && same(tag),
    ipv6: (tag) => settings.verifyIpv6 && !(tag in settings.ipv6Declared) && same(tag),
  };
  const monitoring: MonitoringState = {
    ...keepSame(old, goes),
    settings,
    outbounds: blank.monitoring.outbounds,
    cycle: old.cycle && {
      ...old.cycle,
      queue: [...old.cycle.queue.filter(same), ...fresh],
      targets: [...old.cycle.targets.filter(same), ...fresh],
      worked: old.cycle.worked.filter(same),
    },
    ipv6Queue: [...new Set([...old.ipv6Queue.filter(goes.ipv6), ...unknownIpv6(old, blank.monitoring, same)])],
    ...(sameUrls(old, blank.monitoring) ? {} : { urlIndex: 0, limits: {}, ...withoutAddresses(old, same) }),
    nextCycleAt: old.nextCycleAt === null ? null : now,
    // Whoever edits is here: that counts as traffic (M7).
    trafficAt: now,
    idle: false,
  };
  const groups = Object.entries(blank.groups).map(([tag, group]) => [tag, (kept(tag) && state.groups[tag]) || group]);
  const effects: EngineEffect[] = goneRequests(old, goes);
  const turn: EngineTurn = {
    model,
    state: { ...blank, monitoring, groups: Object.fromEntries(groups) },
    now,
    effects,
    cycles: [],
    updated: [],
  };
  if (old.started) joinGroups(turn, (tag) => !kept(tag));
  return { state: turn.state, effects: turn.effects };
}

function keepSame(old: MonitoringState, { test: same, lookUp, ipv6 }: Goes): MonitoringState {
  const keep = <V>(record: Readonly<Record<Tag, V>>): Readonly<Record<Tag, V>> =>
    Object.fromEntries(Object.entries(record).filter(([tag]) => same(tag)));
  const gone = [...Object.entries(old.tests), ...Object.entries(old.waiting)].filter(
    ([tag, one]) => !same(tag) && one.asked,
  );
  return {
    ...old,
    results: keep(old.results),
    exits: keep(old.exits),
    marked: keep(old.marked),
    tests: keep(old.tests),
    waiting: keep(old.waiting),
    notReady: keep(old.notReady),
    blamedAt: keep(old.blamedAt),
    fallen: keep(old.fallen),
    notes: keep(old.notes),
    comebackQueue: old.comebackQueue.filter(same),
    deadEnds: {},
    lostNetwork: lostStill(old.lostNetwork, same),
    upheaval: old.upheaval && { ...old.upheaval, worked: old.upheaval.worked.filter(same) },
    usedLast: old.usedLast !== null && same(old.usedLast) ? old.usedLast : null,
    pending: old.pending.filter(same),
    ipv6: keep(old.ipv6),
    ipv6Checks: Object.fromEntries(Object.entries(old.ipv6Checks).filter(([, tag]) => ipv6(tag))),
    lookups: Object.fromEntries(Object.entries(old.lookups).filter(([, { tag }]) => lookUp(tag))),
    lookedUpAt: keep(old.lookedUpAt),
    lookUpAnew: keep(old.lookUpAnew),
    lookupQueue: old.lookupQueue.filter(({ tag }) => lookUp(tag)),
    asked: old.asked && { ...old.asked, done: Math.min(old.asked.total, old.asked.done + gone.length) },
  };
}

function goneRequests(old: MonitoringState, goes: Goes): EngineEffect[] {
  return [
    ...Object.entries(old.tests).flatMap(([tag, { attempt }]): EngineEffect[] =>
      goes.test(tag) || !attempt ? [] : [{ kind: "abort-attempt", id: attempt.id }],
    ),
    ...Object.entries(old.lookups).flatMap(([id, { tag }]): EngineEffect[] =>
      goes.lookUp(tag) ? [] : [{ kind: "abort-look-up", id: Number(id) }],
    ),
    ...Object.entries(old.ipv6Checks).flatMap(([id, tag]): EngineEffect[] =>
      goes.ipv6(tag) ? [] : [{ kind: "abort-ipv6", id: Number(id) }],
    ),
  ];
}

/** M24: asked for only now: what has worked in this run is not tested again for it. */
function unknownIpv6(old: MonitoringState, { settings }: MonitoringState, same: Same): readonly Tag[] {
  if (!settings.verifyIpv6 || old.settings.verifyIpv6) return [];
  const worked = Object.entries(old.results).filter(([tag, result]) => same(tag) && hasWorked(result));
  return worked.map(([tag]) => tag).filter((tag) => !(tag in old.ipv6) && !(tag in settings.ipv6Declared));
}

/** The network stays lost only while the outbound that is to tell of its return is there. */
const lostStill = (lost: MonitoringState["lostNetwork"], same: Same): MonitoringState["lostNetwork"] =>
  lost?.kind === "lost" && !same(lost.tag) ? null : lost;

/** Places in another list of test addresses say nothing. */
function withoutAddresses({ results }: MonitoringState, same: Same): Pick<MonitoringState, "results"> {
  const kept = Object.entries(results).filter(([tag]) => same(tag));
  return {
    results: Object.fromEntries(
      kept.map(([tag, result]) => {
        if (result.kind === "failed") return [tag, result];
        const { address: _, ...rest } = result;
        return [tag, rest];
      }),
    ),
  };
}

const sameUrls = (before: MonitoringState, after: MonitoringState): boolean =>
  JSON.stringify(before.settings.urls) === JSON.stringify(after.settings.urls);
