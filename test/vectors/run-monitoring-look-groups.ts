import { resultFor, selectedOf } from "../../src/engine/leads.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import { flag, map, nullable, number, text } from "./check.ts";
import { from, type MonitoringLooks, type MonitoringScene, narrowing, ofGroups } from "./run-monitoring-look.ts";

const resultOf = ({ stage }: MonitoringScene, tag: string): TestResult | null =>
  resultFor(stage.model, stage.state, tag);

function selected({ stage, where }: MonitoringScene, tag: string): string {
  const group = stage.model.groupOf.get(tag);
  const member = group ? selectedOf(stage.state, group) : null;
  if (member === null) throw new Error(`${where}: no single member stands for ${tag}`);
  return member;
}

/** What a vector may expect of the groups around the monitoring. */
export const GROUP_LOOKS: MonitoringLooks = {
  group_result: ofGroups(map(nullable(number)), (scene, tag) => {
    const result = resultOf(scene, tag);
    return result?.kind === "delay" ? result.delay : null;
  }),
  group_result_from_cache: ofGroups(map(flag), (scene, tag) => {
    const result = resultOf(scene, tag);
    return result?.kind === "delay" && result.cached;
  }),
  group_selected: ofGroups(map(text), selected),
  group_shown_delay: ofGroups(map(nullable(number)), (scene, tag) => {
    const result = resultOf(scene, tag);
    return result?.kind === "delay" && !result.cached ? result.delay : null;
  }),
  group_updates: ofGroups(
    map(number),
    (scene, tag) =>
      from(scene.stage.record.updates, scene, "group_updates_since").filter((one) => one.tag === tag).length,
  ),
  group_updates_since: narrowing("group_updates"),
};
