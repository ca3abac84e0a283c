import { type ReadonlySignal, signal } from "@preact/signals";
import type { Ask } from "../client.ts";

export interface Log {
  /** Null until it has been read. */
  readonly lines: ReadonlySignal<readonly string[] | null>;
  read(): Promise<void>;
}

/** The log, read when a person wants to see it. */
export function createLog(ask: Ask): Log {
  const lines = signal<readonly string[] | null>(null);
  return {
    lines,
    async read() {
      lines.value = await ask("readLog").catch((error: unknown) => [String(error)]);
    },
  };
}
