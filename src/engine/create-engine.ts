import { createGroup } from "../balancer/group.ts";
import { hash32 } from "../lib/hash.ts";
import type { KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import { createMonitoring } from "../monitoring/state.ts";
import type { Saved } from "./contract.ts";
import { proxiesIn } from "./leads.ts";
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
  const endpoints = endpointsOf(model);
  const madeOf = ({ setup, members }: BalancerModel): string =>
    JSON.stringify([setup, members.flatMap((member) => proxiesIn(model, member)).map((tag) => endpoints[tag])]);
  const testable = model.proxies.map(({ tag, detour }) => ({ tag, detour }));
  return {
    seed,
    monitoring: createMonitoring(model.config.monitoring, testable, results, exits),
    closes: [],
    groups: Object.fromEntries(balancers.map(({ tag, setup }) => [tag, createGroup(setup)])),
    setups: Object.fromEntries(balancers.map((group) => [group.tag, madeOf(group)])),
    picks,
    endpoints,
  };
}

/**
 * Where each proxy is, what it dials through and a hash of its account, which itself has no place in a state: under another
 * account a proxy may work or not, and often leaves by another address.
 */
const endpointsOf = ({ proxies }: Model): Readonly<Record<Tag, string>> =>
  Object.fromEntries(
    proxies.map(({ tag, protocol, host, port, detour, account }) => [
      tag,
      [
        `${protocol}://${host}:${port}`,
        ...(detour === null ? [] : [`through ${detour}`]),
        ...(account ? [`as ${hash32(JSON.stringify([account.username, account.password]))}`] : []),
      ].join(" "),
    ]),
  );
