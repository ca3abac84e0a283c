import { shownOf } from "../../src/engine/view.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import { instant } from "../../src/model/units.ts";
import type { Shown } from "../../src/protocol/view.ts";
import { either, flag, list, map, nullable, number, object, oneOf, text } from "./check.ts";
import { equal, type MonitoringLooks, type MonitoringScene, ofOutbounds } from "./run-monitoring-look.ts";

const STATES = ["untested", "cached", "works", "failed"] as const;

const resultOf = ({ stage }: MonitoringScene, tag: string): TestResult | undefined =>
  stage.state.monitoring.results[tag];

function stateOf(result: TestResult | undefined): (typeof STATES)[number] {
  if (!result) return "untested";
  return result.kind === "failed" ? "failed" : result.cached ? "cached" : "works";
}

/** As the popup writes it. */
function shown(what: Shown): number | string | null {
  switch (what.kind) {
    case "delay":
      return what.delay;
    case "testing":
      return "testing";
    case "unavailable":
    case "failed":
      return "unavailable";
    case "cached":
    case "untested":
      return null;
  }
}

const outcome = (result: TestResult): number | string => (result.kind === "delay" ? result.delay : "failed");

const config = object(
  {},
  {
    urls: list(text),
    ipinfo_url: text,
    verify_ipv6: flag,
    workers: number,
    interval_ms: number,
    url_test_timeout_ms: number,
    on_demand_timeouts_ms: list(number),
    idle_timeout_ms: number,
    debounce_window_ms: number,
  },
);

function configOf({ stage, entry, where }: MonitoringScene): ReturnType<typeof config> {
  const { monitoring } = stage.model.config;
  const all: Readonly<Record<string, unknown>> = {
    urls: monitoring.urls,
    ipinfo_url: monitoring.ipinfoUrl,
    verify_ipv6: monitoring.verifyIpv6,
    workers: monitoring.workers,
    interval_ms: monitoring.interval,
    url_test_timeout_ms: monitoring.urlTestTimeout,
    on_demand_timeouts_ms: monitoring.onDemandTimeouts,
    idle_timeout_ms: monitoring.idleTimeout,
    debounce_window_ms: monitoring.debounceWindow,
  };
  const named = Object.keys(config(entry.config, where));
  return Object.fromEntries(named.map((name) => [name, all[name]]));
}

/** What a vector may expect of results, IP information and the popup. */
export const RESULT_LOOKS: MonitoringLooks = {
  state_of: ofOutbounds(map(oneOf(STATES)), (scene, tag) => stateOf(resultOf(scene, tag))),
  delay_of: ofOutbounds(map(nullable(number)), (scene, tag) => {
    const result = resultOf(scene, tag);
    return result?.kind === "delay" ? result.delay : null;
  }),
  error_of: ofOutbounds(map(nullable(text)), (scene, tag) => {
    const result = resultOf(scene, tag);
    return result?.kind === "failed" ? result.error.code : null;
  }),
  delay_from_cache: ofOutbounds(map(flag), (scene, tag) => {
    const result = resultOf(scene, tag);
    return result?.kind === "delay" && result.cached;
  }),
  ip_country: ofOutbounds(
    map(nullable(text)),
    ({ stage }, tag) => stage.state.monitoring.exits[tag]?.exit.country ?? null,
  ),
  ip_from_cache: ofOutbounds(map(flag), ({ stage }, tag) => stage.state.monitoring.exits[tag]?.cached ?? false),
  shown: ofOutbounds(map(nullable(either<number, string>(number, oneOf(["testing", "unavailable"])))), (scene, tag) =>
    shown(shownOf(scene.stage.state, tag, instant(scene.stage.now))),
  ),
  final: ofOutbounds(map(nullable(either<number, string>(number, oneOf(["failed"])))), ({ stage, where }, tag) => {
    const asked = stage.record.asked[tag];
    if (!asked) throw new Error(`${where}: no test of ${tag} was asked for`);
    return asked.kind === "over" ? outcome(asked.result) : null;
  }),
  group_sees: ofOutbounds(map(nullable(either<number, string>(number, oneOf(["failed"])))), ({ stage }, tag) => {
    const given = stage.record.given[tag];
    return given ? outcome(given) : null;
  }),
  note_of: ofOutbounds(map(nullable(text)), ({ stage }, tag) => stage.state.monitoring.notes[tag] ?? null),
  config: equal(config, configOf),
};
