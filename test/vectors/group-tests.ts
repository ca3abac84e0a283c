import { MONITORING_DEFAULTS } from "../../src/config/read-monitoring.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import { instant } from "../../src/model/units.ts";
import { createMonitoring, type MonitoringState } from "../../src/monitoring/state.ts";
import { type MonitoringInput, stepMonitoring } from "../../src/monitoring/step.ts";

/** The tests that a group asks for: the real monitoring, told of nothing but connections that failed (B7). */
export interface GroupTests {
  /** @returns the members whose test begins */
  connectionFailed(member: string, at: number): readonly string[];
  /** A result came of a member: the test of it that runs is over. */
  ended(member: string, result: TestResult, at: number): void;
}

export function createGroupTests(members: readonly string[]): GroupTests {
  const outbounds = members.map((tag) => ({ tag, detour: null }));
  let state: MonitoringState = createMonitoring(MONITORING_DEFAULTS, outbounds, {}, {});

  function step(input: MonitoringInput, at: number): readonly string[] {
    const stepped = stepMonitoring(state, input, instant(at), (tag) => tag);
    state = stepped.state;
    return stepped.effects.flatMap((effect) => (effect.kind === "attempt" ? [effect.tag] : []));
  }

  return {
    connectionFailed: (tag, at) => step({ kind: "connection-failed", tag }, at),
    ended(member, result, at) {
      const id = state.tests[member]?.attempt?.id;
      if (id !== undefined) step({ kind: "attempt-ended", id, end: result }, at);
    },
  };
}
