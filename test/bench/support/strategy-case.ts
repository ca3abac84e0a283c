import type { RunRecord } from "../../../background/run/run-record.ts";
import { stepGroup } from "../../../src/balancer/group.ts";
import { newState } from "../../../src/engine/create-engine.ts";
import { keepState } from "../../../src/engine/kept-state.ts";
import { type BalancerModel, type Model, modelOf } from "../../../src/engine/model.ts";
import { baseOf, plansOf } from "../../../src/engine/snapshot.ts";
import type { EngineState } from "../../../src/engine/state.ts";
import type { KnownExitIp } from "../../../src/model/exit-ip.ts";
import type { STRATEGIES } from "../../../src/model/outbound.ts";
import type { TestResult } from "../../../src/model/test-result.ts";
import { instant } from "../../../src/model/units.ts";
import type { PacData } from "../../../src/pac/data.ts";
import { proxyStrings } from "../../../src/pac/proxy-string.ts";
import { configOf } from "../../engine/sample-config.ts";

export type Strategy = (typeof STRATEGIES)[number];

/** One group of so many proxies, which serves everything, as it is in the middle of a run. */
export interface StrategyCase {
  readonly strategy: Strategy;
  readonly members: number;
  /** What the PAC program gets; Firefox's listener goes by the same. */
  readonly data: PacData;
  /** What `storage.session` holds, without the router's own part. */
  readonly record: Omit<RunRecord, "router">;
}

const NOW = instant(1_780_000_000_000);
const GROUP = "balanced";
/** Every tenth member is dead: groups where all is well take short cuts. */
const DEAD_EACH = 10;

/** What costs most: members of several weights, other picks for the keys of dead ones, and keys that expire. */
export type Options = "plain" | "all that costs";

export function strategyCase(strategy: Strategy, members: number, options: Options = "plain"): StrategyCase {
  const more = options === "plain" ? { weights: 1, fields: {} } : { weights: 5, fields: { max_retry: 2, ttl: "1h" } };
  const tags = Array.from({ length: members }, (_, i) => `frankfurt-${String(i + 1).padStart(4, "0")}`);
  const proxies = Object.fromEntries(
    tags.map((tag, i) => [tag, { server: `${tag}.proxies.example.net`, weight: 1 + (i % more.weights) }]),
  );
  const group = { type: "balancer", tag: GROUP, outbounds: tags, strategy, ...more.fields };
  const model = modelOf(configOf(proxies, [group]));
  const results = Object.fromEntries(tags.map((tag, i): [string, TestResult] => [tag, resultOf(i)]));
  const exits = Object.fromEntries(tags.map((tag, i): [string, KnownExitIp] => [tag, exitOf(i)]));
  const state = tested(model, newState(model, results, exits, {}, 7));
  const leaves = model.proxies.map((proxy) => {
    const strings = proxyStrings(proxy);
    if (!strings.ok) throw new Error(`expected a proxy that a PAC can name, got ${proxy.host}`);
    return { tag: proxy.tag, ...strings.value };
  });
  const secret = { host: "0123456789abcdef0123456789abcdef", key: [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f] };
  return {
    strategy,
    members,
    data: {
      secret,
      base: { ...baseOf(model, state), final: GROUP },
      plans: plansOf(model, state),
      revision: 100,
      leaves,
    },
    record: { configRevision: 1, engine: keepState(model, state), plansRevision: 100 },
  };
}

const resultOf = (place: number): TestResult =>
  place % DEAD_EACH === DEAD_EACH - 1
    ? { kind: "failed", error: { code: "timeout" }, stampedAt: NOW, endedAt: NOW }
    : { kind: "delay", delay: 40 + ((place * 37) % 300), cached: false, stampedAt: NOW, endedAt: NOW };

const exitOf = (place: number): KnownExitIp => ({
  exit: {
    ip: `203.0.${place >> 8}.${place & 255}`,
    country: "DE",
    region: "Hesse",
    city: "Frankfurt am Main",
    asn: 64_500,
    org: "Example Hosting GmbH",
    latitude: 50.1109,
    longitude: 8.6821,
    postalCode: "60313",
  },
  cached: false,
  learntAt: NOW,
});

/** The group has been given every member's result, and its first cycle is over. */
function tested(model: Model, state: EngineState): EngineState {
  const groups = model.groups.filter((group): group is BalancerModel => group.kind === "balancer");
  const stepped = groups.map(({ tag, setup }) => {
    let group = state.groups[tag];
    if (!group) throw new Error(`no state of ${tag}`);
    const { results } = state.monitoring;
    for (const input of [
      { kind: "start", cached: {} },
      { kind: "results", results, scope: "single" },
      { kind: "cycle-ended" },
    ] as const)
      group = stepGroup(setup, group, input, NOW).state;
    return [tag, group] as const;
  });
  return { ...state, groups: Object.fromEntries(stepped) };
}
