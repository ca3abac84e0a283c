/** An aborted connect lives on until 30 s after its start, and can decide the next request to the same host (fact C16). */
const LIVES_MS = 30_000;

/**
 * Chooses by which identity of its address a proxy is named: the usual one, unless a connect under it was given up less
 * than 30 s ago and may still decide the next request to that origin; then the other, or the one given up longer ago.
 */
export interface Identities {
  other(key: string, now: number): boolean;
  /** Whether a request by either identity was given up less than 30 s ago. */
  lately(key: string, now: number): boolean;
  /** A request by this identity was aborted before its answer. */
  aborted(key: string, other: boolean, startedAt: number): void;
  /** For the run's record. */
  save(): SavedIdentities;
  /**
   * The background was stopped and woken: what it had under way was cut off, nobody knows which requests those were. So
   * every proxy takes the identity that was not the usual one then, for 30 s.
   */
  woken(saved: SavedIdentities, now: number): void;
}

/** Until when each identity is not the first choice for any proxy; ms since the epoch. */
export interface SavedIdentities {
  readonly main: number;
  readonly second: number;
}

export function createIdentities(): Identities {
  const main = new Map<string, number>();
  const second = new Map<string, number>();
  let cut: SavedIdentities = { main: 0, second: 0 };

  function other(key: string, now: number): boolean {
    const usual = Math.max(main.get(key) ?? 0, cut.main);
    return now - usual < LIVES_MS && Math.max(second.get(key) ?? 0, cut.second) < usual;
  }

  return {
    other,
    lately: (key, now) => now - Math.max(main.get(key) ?? 0, second.get(key) ?? 0, cut.main, cut.second) < LIVES_MS,
    aborted(key, isOther, startedAt) {
      (isOther ? second : main).set(key, startedAt);
    },
    save: () => cut,
    woken(saved, now) {
      const wasOther = now - saved.main < LIVES_MS && saved.second < saved.main;
      cut = wasOther ? { main: saved.main, second: now } : { main: now, second: saved.second };
    },
  };
}
