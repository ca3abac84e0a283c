import { type ReadonlySignal, signal } from "@preact/signals";
import type { Ask } from "../client.ts";

export interface LookedAt {
  readonly revision: number;
  readonly savedAt: number;
  /** Null: it is not kept any more. */
  readonly text: string | null;
}

export interface Versions {
  /** The former version a person looks at. */
  readonly lookedAt: ReadonlySignal<LookedAt | null>;
  look(version: { readonly revision: number; readonly savedAt: number }): Promise<void>;
}

/** Former versions of the configuration, read one at a time. */
export function createVersions(ask: Ask): Versions {
  const lookedAt = signal<LookedAt | null>(null);
  return {
    lookedAt,
    async look({ revision, savedAt }) {
      const text = await ask("readVersion", revision).catch(() => null);
      lookedAt.value = { revision, savedAt, text };
    },
  };
}
