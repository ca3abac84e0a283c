import type { KeptState } from "../src/engine/kept-state.ts";

/** What a stopped background finds again: one record in `storage.session`. */
export interface RunRecord {
  /** Of the record's shape: another version's record is a new run. */
  readonly version: typeof RECORD_VERSION;
  /** Of the configuration that the engine's state belongs to. */
  readonly configRevision: number;
  readonly engine: KeptState;
  /** Of the plans that were sent last. */
  readonly plansRevision: number;
  /** The router's own (measured connection phases). */
  readonly router: unknown;
}

const RECORD_VERSION = 3;

export function runRecord(parts: Omit<RunRecord, "version">): RunRecord {
  return { version: RECORD_VERSION, ...parts };
}

/** Null: there is none, or it is another version's. It is our own writing, so its inside is trusted. */
export function readRunRecord(value: unknown): RunRecord | null {
  if (typeof value !== "object" || value === null || !("version" in value)) return null;
  return value.version === RECORD_VERSION ? (value as RunRecord) : null;
}
