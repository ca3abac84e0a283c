import { hash32 } from "../../../src/lib/hash.ts";
import type { Tag } from "../../../src/model/outbound.ts";
import { parseOrigin } from "../../../src/routing/origin.ts";

/** One site's questions have a proxy tested once in this time: a person who is asked for a login may take a while. */
const QUIET_MS = 600_000;
const KEPT = 500;

/** Whether a 401 over http may be the proxy's own answer, which looks like the site's (tinyproxy, measured). */
export interface LoginDoubts {
  /** A request of the user to this address, through this proxy, was answered by 401. Nobody but the person answers that. */
  asked(tag: Tag, url: string): void;
}

export interface LoginDoubtsParts {
  /** Whether a proxy that speaks HTTP has an account; null: it is none. */
  readonly accountOf: (tag: Tag) => boolean | null;
  /** Has the proxy tested: only that says whose the 401 was. */
  readonly doubtful: (tag: Tag) => void;
  readonly now: () => number;
}

/** Through a tunnel only a site can answer by 401, and so it is where the proxy was told no account. */
export function createLoginDoubts({ accountOf, doubtful, now }: LoginDoubtsParts): LoginDoubts {
  /** By a hash of proxy and site: where a person was is written down nowhere. */
  const askedAt = new Map<number, number>();
  return {
    asked(tag, url) {
      const at = parseOrigin(url);
      if (!at || (at.scheme !== "http" && at.scheme !== "ws") || !accountOf(tag)) return;
      const key = hash32(`${tag}\n${at.host}:${at.port}`);
      const last = askedAt.get(key) ?? Number.NEGATIVE_INFINITY;
      if (now() >= last && now() - last < QUIET_MS) return;
      askedAt.delete(key);
      askedAt.set(key, now());
      if (askedAt.size > KEPT) askedAt.delete(askedAt.keys().next().value ?? 0);
      doubtful(tag);
    },
  };
}
