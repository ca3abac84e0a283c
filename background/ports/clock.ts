import type { Instant, Ms } from "../../src/model/units.ts";

/** The time, and being called back. */
export interface Clock {
  now(): Instant;
  /** Resolves after `by`, unless the background is stopped before. */
  sleep(by: Ms): Promise<void>;
}

/**
 * One deadline that survives a stopped background. Setting it again replaces it; null takes it away. `onDue` is called
 * at the deadline or somewhat later (an alarm has a grain of 30 s when the background was stopped meanwhile).
 */
export interface Alarm {
  set(at: Instant | null): void;
}
