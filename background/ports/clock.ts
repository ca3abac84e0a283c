import type { Instant } from "../../src/model/units.ts";

/** The time. */
export interface Clock {
  now(): Instant;
}

/**
 * One deadline that survives a stopped background. Setting it again replaces it; null takes it away. `onDue` is called
 * at the deadline or somewhat later (an alarm has a grain of 30 s when the background was stopped meanwhile).
 */
export interface Alarm {
  set(at: Instant | null): void;
}
