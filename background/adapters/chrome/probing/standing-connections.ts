/** Chrome closes a connection that was used and idles for five minutes (fact C18); half a minute more is to be sure. */
const STANDS_MS = 330_000;
/** Each is a proxy, an origin and an identity; the oldest go first. */
const MOST = 10_000;

/** Which connections of our tests may stand, so that a request would go by them and not by a fresh one (M27). */
export interface StandingConnections {
  /** A request went by it at this moment, ms since the epoch. */
  used(connection: string, at: number): void;
  /** It is known to have ended. */
  ended(connection: string): void;
  /** Since when the connection has been idle, ms since the epoch; null: none stands. */
  idleSince(connection: string, now: number): number | null;
}

export function createStandingConnections(): StandingConnections {
  const usedAt = new Map<string, number>();
  return {
    used(connection, at) {
      usedAt.delete(connection);
      usedAt.set(connection, at);
      if (usedAt.size > MOST) usedAt.delete(usedAt.keys().next().value ?? "");
    },
    ended: (connection) => void usedAt.delete(connection),
    idleSince(connection, now) {
      const at = usedAt.get(connection);
      return at === undefined || now - at >= STANDS_MS ? null : at;
    },
  };
}

/**
 * Of two connections the one that is fresh. Where both stand, the one that was used last: the other goes on idling until
 * Chrome closes it, and is fresh for a later test.
 *
 * @returns whether it is the second
 */
export function isSecondBetter(first: number | null, second: number | null): boolean {
  if (first === null || second === null) return first !== null;
  return second > first;
}
