import type { Instant } from "../model/units.ts";
import { watchDogAt } from "./attempts.ts";
import { comebackMoment } from "./comebacks.ts";
import { lostMoment } from "./lost-network.ts";
import { earliest } from "./moments.ts";
import type { MonitoringState, RunningTest } from "./state.ts";

/** The earliest moment at which the monitoring must be stepped with `timer` though nothing happens; null: none. */
export function deadlineOfMonitoring(state: MonitoringState): Instant | null {
  const { nextCycleAt, idle, cycle, networkAt, flushAt, started } = state;
  const moments = [
    started && !idle && !cycle ? nextCycleAt : null,
    networkAt,
    flushAt,
    lostMoment(state),
    comebackMoment(state),
    ...Object.values(state.waiting).map(({ lookAt }) => lookAt),
    ...Object.values(state.tests).flatMap((test) => momentsOf(state, test)),
  ];
  return earliest(moments);
}

function momentsOf({ settings }: MonitoringState, test: RunningTest): readonly (Instant | null)[] {
  const { asked, attempt } = test;
  if (!asked) return [watchDogAt(settings, test)];
  return [
    watchDogAt(settings, test),
    asked.missed ? null : asked.missAt,
    asked.deadline,
    attempt ? null : (asked.retryAt[0] ?? null),
  ];
}
