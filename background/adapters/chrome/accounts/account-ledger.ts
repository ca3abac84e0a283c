import { hash32 } from "../../../../src/lib/hash.ts";
import type { Account, ProxyOutbound } from "../../../../src/model/outbound.ts";
import { asksForAccounts, challengersOf } from "./challengers.ts";

/**
 * Which account Chrome was told at each address. Chrome keeps an account that a proxy took until it exits, and sends it
 * without asking, whatever the configuration says by then (fact C25). So a proxy must not be used as long as another account
 * than its present one is known here.
 *
 *   nothing ── told(a) ──> a ── refused(a) ──> nothing      (Chrome forgets an account that was not taken)
 *                          └── forgotten / begin ──> nothing
 */
export interface ToldAccounts {
  /** @returns whether that is new, and must be written down before Chrome is told. */
  told(challenger: string, account: Account): boolean;
  /** The proxy did not take it. */
  refused(challenger: string): void;
  /** Whether Chrome may know another account than this proxy's. */
  isOther(proxy: ProxyOutbound): boolean;
  /** Chrome has forgotten what it knew at this proxy's address. */
  forgotten(proxy: ProxyOutbound): void;
  save(): unknown;
  load(saved: unknown): void;
  /** The browser has just been started: it knows no account but those that it was told since. */
  begin(): void;
}

export function createToldAccounts(): ToldAccounts {
  /** By challenger, a hash of the account. */
  let known = new Map<string, number>();
  const since = new Set<string>();

  return {
    told(challenger, account) {
      const own = hashOf(account);
      since.add(challenger);
      if (known.get(challenger) === own) return false;
      known.set(challenger, own);
      return true;
    },
    refused(challenger) {
      known.delete(challenger);
    },
    isOther(proxy) {
      if (known.size === 0 || !asksForAccounts(proxy)) return false;
      const own = hashOf(proxy.account);
      return challengersOf(proxy).some((challenger) => (known.get(challenger) ?? own) !== own);
    },
    forgotten(proxy) {
      for (const challenger of challengersOf(proxy)) known.delete(challenger);
    },
    save: () => [...known],
    load(saved) {
      // Our own writing, so its inside is trusted.
      if (Array.isArray(saved)) known = new Map([...(saved as [string, number][]), ...known]);
    },
    begin() {
      known = new Map([...known].filter(([challenger]) => since.has(challenger)));
    },
  };
}

const hashOf = (account: Account | null): number =>
  hash32(JSON.stringify(account && [account.username, account.password]));
