import { PATIENCE_MS } from "./extension-browser.ts";

const LOOK_EVERY_MS = 25;

/** Waits until `look` gives something true and returns it; a look that fails counts as a no. Fails naming what was waited for. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    let last: unknown;
    try {
      const seen = await look();
      if (seen) return seen;
      last = seen;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`waited ${patienceMs} ms for ${what}; last seen: ${String(last)}`);
    await new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
  }
}
