import { expect } from "vitest";
import { instant } from "../../src/model/units.ts";
import { urlInUse } from "../../src/monitoring/test-addresses.ts";
import { list, map, nullable, number, text } from "./check.ts";
import { equal, equalSet, from, type MonitoringLooks, narrowing, ofOutbounds } from "./run-monitoring-look.ts";

const tagsOf = (things: readonly { readonly tag: string }[]): string[] => things.map(({ tag }) => tag);

/** What a vector may expect of tests, cycles and test requests. */
export const TEST_LOOKS: MonitoringLooks = {
  tests_started: equalSet(list(text), (scene) => tagsOf(from(scene.stage.record.tests, scene, "tests_started_since"))),
  tests_started_since: narrowing("tests_started"),
  test_order: equal(list(text), ({ stage }) => [...new Set(tagsOf(stage.record.tests))]),
  tests_count: ofOutbounds(map(number), ({ stage }, tag) => stage.record.tests.filter((one) => one.tag === tag).length),
  running_tests: equal(number, ({ stage }) => Object.keys(stage.state.monitoring.tests).length),
  running_tests_max: equal(number, ({ stage }) => stage.record.mostTests),
  running_include(value, { stage, where }) {
    for (const tag of list(text)(value, where)) expect(Object.keys(stage.state.monitoring.tests), where).toContain(tag);
  },
  cycle_targets: equalSet(list(text), ({ stage }) => stage.record.cycles.at(-1)?.targets ?? []),
  cycles_started: equal(list(number), (scene) =>
    from(scene.stage.record.cycles, scene, "cycles_started_since").map(({ at }) => at),
  ),
  cycles_started_since: narrowing("cycles_started"),
  urls_tried: equal(list(text), (scene) => {
    const urls = from(scene.stage.record.pings, scene, "urls_tried_since").map(({ url }) => url);
    return urls.filter((url, i) => url !== urls[i - 1]);
  }),
  urls_tried_since: narrowing("urls_tried"),
  url_in_use: equal(text, ({ stage }) => urlInUse(stage.state.monitoring, instant(stage.now))),
  address_rests_until(value, { stage, where }) {
    const { settings, limits } = stage.state.monitoring;
    for (const [url, until] of Object.entries(map(nullable(number))(value, where))) {
      const at = limits[settings.urls.indexOf(url)]?.restsUntil ?? null;
      expect(at !== null && at > stage.now ? at : null, `${where}: ${url}`).toBe(until);
    }
  },
  pings: equal(number, (scene) => from(scene.stage.record.pings, scene, "pings_since").length),
  pings_at_least(value, scene) {
    const sent = from(scene.stage.record.pings, scene, "pings_since").length;
    expect(sent, scene.where).toBeGreaterThanOrEqual(number(value, scene.where));
  },
  pings_since: narrowing("pings", "pings_at_least"),
  concurrent_pings_max: equal(number, ({ stage }) => stage.prober.most()),
  ip_lookups_started: ofOutbounds(
    map(number),
    ({ stage }, tag) => stage.record.lookups.filter((one) => one.tag === tag).length,
  ),
};
