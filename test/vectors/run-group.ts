import { GroupStage } from "./group-stage.ts";
import { play, type Stage } from "./play.ts";
import type { Vector } from "./vector.ts";

/**
 * Plays a group vector on the real balancer and the decision's own layer for strategies; throws where it does not hold.
 * It is played twice, the second time with a worker that dies after every step and timer (B18).
 */
export function runGroup(vector: Vector): void {
  play(vector, new GroupStage(vector));
  play(vector, dying(new GroupStage(vector)));
}

const dying = (stage: GroupStage): Stage => ({
  dueAt: () => stage.dueAt(),
  fire(at) {
    stage.fire(at);
    stage.restart();
  },
  step(step) {
    stage.step(step);
    stage.restart();
  },
  check: (expectation) => stage.check(expectation),
});
