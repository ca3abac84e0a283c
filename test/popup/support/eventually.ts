import { vi } from "vitest";

/** Waits until `look` does not throw, and returns what it gives. The usual second is too short on a busy machine. */
export const eventually = <T>(look: () => T): Promise<T> => vi.waitFor(look, { timeout: 60_000 });
