import type { Instant } from "../model/units.ts";
import type { MonitoringState, RunningTest } from "./state.ts";

/** The earliest moment at which the monitoring must be stepped though nothing happened; null: none. */
export function monitoringDeadline(
  state: MonitoringState,
  watchDog: (test: RunningTest) => Instant | null,
): Instant | null {
  const { nextCycleAt, idle, cycle, networkAt, flushAt, started } = state;
  const moments = [
    started && !idle && !cycle ? nextCycleAt : null,
    networkAt,
    flushAt,
    ...Object.values(state.waiting).map(({ lookAt }) => lookAt),
    ...Object.values(state.tests).flatMap((test) => [
      watchDog(test),
      test.asked && !test.asked.missed ? test.asked.missAt : null,
      test.asked?.deadline ?? null,
      test.attempt ? null : (test.asked?.retryAt[0] ?? null),
    ]),
  ].filter((at) => at !== null);
  return moments.reduce<Instant | null>((first, at) => (first === null || at < first ? at : first), null);
}
