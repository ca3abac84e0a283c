import { checkConfig, parseConfig } from "../../src/config/parse-config.ts";
import { createEngine } from "../../src/engine/engine.ts";
import { deliver, type EngineTurn } from "../../src/engine/groups.ts";
import { type Model, modelOf } from "../../src/engine/model.ts";
import type { EngineState } from "../../src/engine/state.ts";
import type { Config } from "../../src/model/config.ts";
import type { KnownExitIp } from "../../src/model/exit-ip.ts";
import { STRATEGIES } from "../../src/model/outbound.ts";
import type { MonitoringSettings } from "../../src/model/settings.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import { instant } from "../../src/model/units.ts";
import { flag, list, map, number, object, oneOf, text } from "./check.ts";
import type { Answer } from "./run-monitoring-prober.ts";

const options = object(
  {},
  {
    workers: number,
    interval: text,
    idle_timeout: text,
    url_test_timeout: text,
    urls: list(text),
    on_demand_timeouts: list(text),
  },
);
const group = object({ type: oneOf(["selector", ...STRATEGIES] as const), members: list(text) }, { selected: text });
const flagTrue = oneOf([true] as const);

const given = object(
  { outbounds: list(text) },
  {
    options,
    groups: map(group),
    cached: map(number),
    saved: map(object({}, { delay: number, failed: flagTrue, ip: text, country: text })),
    worked_in_this_run: map(number),
    last_results: map(object({ delay: number, age_ms: number }, { marked: flag })),
    ready: map(flag),
    detour: map(text),
    answers: list(object({ delay: number }, { member: text, url: text, status: number, retry_after: number })),
    ignores_deadline: list(text),
  },
);
type Given = ReturnType<typeof given>;

/** What a monitoring vector starts from. */
export interface MonitoringGiven {
  readonly model: Model;
  readonly state: EngineState;
  /** Not ready from the beginning (M8). */
  readonly notReady: readonly string[];
  /** How tests end by themselves; null: a step ends them, or their limit. */
  readonly answers: readonly Answer[] | null;
  readonly ignoring: readonly string[];
}

const EARLIER = -3_600_000;
const WORKED_AT = -60_000;
/** A configuration needs an outbound; a vector may have none. */
const STAND_IN = { type: "http", tag: "a stand-in", server: "192.0.2.1", server_port: 1 };

export function readMonitoringGiven(value: unknown, where: string): MonitoringGiven {
  const read = given(value, where);
  mustBeOutbounds(read, where);
  const model = modelOf(configOf(read, where));
  return {
    model,
    state: stateOf(read, model),
    notReady: Object.entries(read.ready ?? {}).flatMap(([tag, ready]) => (ready ? [] : [tag])),
    answers: read.answers ?? null,
    ignoring: read.ignores_deadline ?? [],
  };
}

function mustBeOutbounds(read: Given, where: string): void {
  const { outbounds, cached, saved, worked_in_this_run, last_results, ready, detour, answers, ignores_deadline } = read;
  const maps = [cached, saved, worked_in_this_run, last_results, ready, detour];
  const named = [
    ...maps.flatMap((one) => Object.keys(one ?? {})),
    ...(answers ?? []).flatMap(({ member }) => member ?? []),
    ...(ignores_deadline ?? []),
  ];
  for (const tag of named) if (!outbounds.includes(tag)) throw new Error(`${where}: no outbound ${tag}`);
}

/** What a person would write, read by the product's own configuration. */
function configOf({ outbounds, groups, detour, options }: Given, where: string): Config {
  const proxies = outbounds.map((tag, i) => ({
    type: "http",
    tag,
    // Only a relay near by may dial through another outbound.
    server: detour?.[tag] === undefined ? "192.0.2.1" : "127.0.0.1",
    server_port: 1000 + i,
    ...(detour?.[tag] === undefined ? {} : { detour: detour[tag] }),
  }));
  const written = Object.entries(groups ?? {}).map(([tag, { type, members, selected }]) => {
    if (type !== "selector" && selected !== undefined) throw new Error(`${where}: ${tag} is no selector`);
    return type === "selector"
      ? { type, tag, outbounds: members, ...(selected === undefined ? {} : { default: selected }) }
      : { type: "balancer", tag, outbounds: members, strategy: type };
  });
  const { config, findings } = checkConfig({
    outbounds: [...proxies, ...written, ...(outbounds.length === 0 ? [STAND_IN] : [])],
    experimental: { monitoring: options ?? {} },
  });
  const wrong = findings.filter(({ level }) => level === "error");
  if (wrong.length > 0) throw new Error(`${where}: refused: ${JSON.stringify(wrong)}`);
  return { ...config, outbounds: config.outbounds.filter(({ tag }) => tag !== STAND_IN.tag) };
}

/** The `monitoring` field as a person writes it. */
export function settingsOf(written: unknown, where: string): MonitoringSettings {
  const parsed = parseConfig(JSON.stringify({ outbounds: [STAND_IN], experimental: { monitoring: written } }));
  if (!parsed.ok) throw new Error(`${where}: refused: ${JSON.stringify(parsed.error)}`);
  return parsed.value.config.monitoring;
}

function stateOf(read: Given, model: Model): EngineState {
  const earlier = Object.entries(read.saved ?? {});
  const saved = [
    ...Object.entries(read.cached ?? {}).map(([tag, delay]) => [tag, success(delay, EARLIER)] as const),
    ...earlier.flatMap(([tag, { delay }]) => (delay === undefined ? [] : [[tag, success(delay, EARLIER)] as const])),
    ...earlier.flatMap(([tag, { failed }]) => (failed ? [[tag, failure(EARLIER)] as const] : [])),
  ];
  const exits = earlier.flatMap(([tag, { ip, country }]) => (ip === undefined ? [] : [[tag, exitOf(ip, country)]]));
  const created = createEngine(model, { results: Object.fromEntries(saved), exits: Object.fromEntries(exits) }, {}, 1);
  return groupsTold(model, withThisRun(read, created));
}

function withThisRun({ worked_in_this_run, last_results }: Given, created: EngineState): EngineState {
  const results = [
    ...Object.entries(worked_in_this_run ?? {}).map(([tag, delay]) => [tag, success(delay, WORKED_AT)]),
    ...Object.entries(last_results ?? {}).map(([tag, { delay, age_ms }]) => [tag, success(delay, -age_ms)]),
  ];
  const marked = Object.entries(last_results ?? {}).flatMap(([tag, one]) => (one.marked ? [[tag, true]] : []));
  const monitoring = {
    ...created.monitoring,
    results: { ...created.monitoring.results, ...Object.fromEntries(results) },
    marked: { ...created.monitoring.marked, ...Object.fromEntries(marked) },
  };
  return { ...created, monitoring };
}

/** What is known before the first step is known to the groups too. */
function groupsTold(model: Model, state: EngineState): EngineState {
  const turn: EngineTurn = { model, state, now: instant(0), effects: [], cycles: [], updated: [] };
  deliver(turn, Object.keys(state.monitoring.results), "single");
  return turn.state;
}

const success = (delay: number, stampedAt: number): TestResult => ({
  kind: "delay",
  delay,
  cached: false,
  stampedAt: instant(stampedAt),
  endedAt: instant(Math.min(0, stampedAt + delay)),
});
const failure = (at: number): TestResult => ({
  kind: "failed",
  error: { code: "refused" },
  stampedAt: instant(at),
  endedAt: instant(at),
});
const exitOf = (ip: string, country: string | undefined): KnownExitIp => ({
  exit: { ip, ...(country === undefined ? {} : { country }) },
  cached: true,
  learntAt: instant(EARLIER),
});
