import { GroupStage } from "./group-stage.ts";
import { play } from "./play.ts";
import type { Vector } from "./vector.ts";

/** Plays a group vector on the real balancer and the decision's own layer for strategies; throws where it does not hold. */
export function runGroup(vector: Vector): void {
  play(vector, new GroupStage(vector));
}
