import type { Scene } from "./look.ts";
import { CONNECTION_LOOKS } from "./look-connections.ts";
import type { MonitoringLook, MonitoringLooks, MonitoringScene } from "./run-monitoring-look.ts";
import { GROUP_LOOKS } from "./run-monitoring-look-groups.ts";
import { RESULT_LOOKS } from "./run-monitoring-look-results.ts";
import { TEST_LOOKS } from "./run-monitoring-look-tests.ts";
import type { MonitoringStage } from "./run-monitoring-stage.ts";
import type { Expectation } from "./vector.ts";

/** Connections are looked at as in a group vector; its members are then all outbounds and groups. */
function ofConnections(name: string): MonitoringLook | undefined {
  const look = Object.hasOwn(CONNECTION_LOOKS, name) ? CONNECTION_LOOKS[name] : undefined;
  return look && ((value, scene) => look(value, asGroupScene(scene)));
}

function asGroupScene({ stage, entry, where }: MonitoringScene): Scene {
  const members = stage.model.config.outbounds.map(({ tag }) => ({ tag }));
  return { stage: { connections: stage.connections }, entry, where, view: { setup: { members } } } as unknown as Scene;
}

/** Every key a monitoring vector may expect (vectors.md), and how it is looked at. */
const LOOKS: MonitoringLooks = { ...TEST_LOOKS, ...RESULT_LOOKS, ...GROUP_LOOKS };

/** Checks one entry of `expect`, every key of it; a key that is not known fails. */
export function checkMonitoring(stage: MonitoringStage, entry: Expectation, where: string): void {
  for (const [name, value] of Object.entries(entry)) {
    if (name === "at") continue;
    const look = Object.hasOwn(LOOKS, name) ? LOOKS[name] : ofConnections(name);
    if (!look) throw new Error(`${where}: no such expectation of the monitoring: ${name}`);
    look(value, { stage, entry, where: `${where}: ${name}` });
  }
}
