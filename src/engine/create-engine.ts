import { createGroup } from "../balancer/group.ts";
import type { KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import { createMonitoring, type MonitoringState } from "../monitoring/state.ts";
import type { Saved } from "./contract.ts";
import type { BalancerModel, Model } from "./model.ts";
import type { EngineState } from "./state.ts";

/**
 * A core of which nothing happened yet; give it `start` when the run begins.
 *
 * @param saved of an earlier run: it is loaded as cached, and a failure as no result (M20, B2)
 * @param picks what selectors were switched to by hand
 */
export function createEngine(model: Model, saved: Saved, picks: Readonly<Record<Tag, Tag>>, seed: number): EngineState {
  const results = Object.entries(saved.results).flatMap(([tag, result]): [Tag, TestResult][] =>
    result.kind === "delay" ? [[tag, { ...result, cached: true }]] : [],
  );
  const exits = Object.entries(saved.exits).map(([tag, known]): [Tag, KnownExitIp] => [
    tag,
    { ...known, cached: true },
  ]);
  return newState(model, Object.fromEntries(results), Object.fromEntries(exits), picks, seed);
}

/** The same with results as they are. */
export function newState(
  model: Model,
  results: Readonly<Record<Tag, TestResult>>,
  exits: Readonly<Record<Tag, KnownExitIp>>,
  picks: Readonly<Record<Tag, Tag>>,
  seed: number,
): EngineState {
  const balancers = model.groups.filter((group): group is BalancerModel => group.kind === "balancer");
  return {
    seed,
    monitoring: createMonitoring(model.config.monitoring, testablesOf(model), results, exits),
    closes: [],
    groups: Object.fromEntries(balancers.map(({ tag, setup }) => [tag, createGroup(setup)])),
    picks,
  };
}

/** What there is to test. */
export const testablesOf = ({ proxies }: Model): MonitoringState["outbounds"] =>
  proxies.map(({ tag, detour }) => ({ tag, detour }));
