import type { Expectation, Step, Vector } from "./vector.ts";

/** What a story is played on: its clock is virtual and it is moved by nothing else. */
export interface Stage {
  /** The moment of its next timer; null: none runs. */
  dueAt(): number | null;
  /** A timer's moment has come. */
  fire(at: number): void;
  step(step: Step): void;
  check(expectation: Expectation): void;
}

/** A timer that is due again at the same moment for ever would hang the suite. */
const MOST_TIMERS = 100_000;

/**
 * Plays a vector in the order of vectors.md ("Time"): before a step every timer due by its `t` has fired; an
 * expectation is checked after every step and timer up to its `at`, and before anything later.
 */
export function play(vector: Vector, stage: Stage): void {
  const steps = [...vector.steps];
  let fired = 0;

  function fireUntil(at: number): void {
    for (let due = stage.dueAt(); due !== null && due <= at; due = stage.dueAt()) {
      if (++fired > MOST_TIMERS) throw new Error(`timers never end at ${due}`);
      stage.fire(due);
    }
  }

  function stepUntil(at: number): void {
    for (let next = steps[0]; next && next.t <= at; next = steps[0]) {
      fireUntil(next.t);
      stage.step(next);
      steps.shift();
    }
  }

  for (const expectation of vector.expect.toSorted((a, b) => a.at - b.at)) {
    stepUntil(expectation.at);
    fireUntil(expectation.at);
    stage.check(expectation);
  }
  stepUntil(Number.POSITIVE_INFINITY);
}
