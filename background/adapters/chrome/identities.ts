/** An aborted connect lives on in Chrome until 30 s after its start, and can decide the next request to the same host. */
const LIVES_MS = 30_000;

/**
 * Chooses by which identity of its address a proxy is named: the usual one, unless a connect under it was aborted less
 * than 30 s ago and may still decide the next request to that origin; then the other, or the one aborted longer ago.
 */
export interface Identities {
  other(key: string, now: number): boolean;
  /** A request by this identity was aborted before its answer. */
  aborted(key: string, other: boolean, startedAt: number): void;
}

export function createIdentities(): Identities {
  const main = new Map<string, number>();
  const second = new Map<string, number>();
  return {
    other(key, now) {
      const usual = main.get(key) ?? -LIVES_MS;
      if (now - usual >= LIVES_MS) return false;
      return (second.get(key) ?? -LIVES_MS) < usual;
    },
    aborted(key, other, startedAt) {
      (other ? second : main).set(key, startedAt);
    },
  };
}
