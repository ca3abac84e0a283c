import { play, type Stage } from "./play.ts";
import { MonitoringStage } from "./run-monitoring-stage.ts";
import type { Vector } from "./vector.ts";

/**
 * Plays a monitoring vector on the real core with a virtual clock; throws where it does not hold. It is played twice, the
 * second time with everything the core knows going through JSON after every step and timer (B18).
 */
export function runMonitoring(vector: Vector): void {
  play(vector, new MonitoringStage(vector));
  play(vector, saving(new MonitoringStage(vector)));
}

const saving = (stage: MonitoringStage): Stage => ({
  dueAt: () => stage.dueAt(),
  fire(at) {
    stage.fire(at);
    stage.save();
  },
  step(step) {
    stage.step(step);
    stage.save();
  },
  check: (expectation) => stage.check(expectation),
});
