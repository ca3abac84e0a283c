import type { Account, ProxyOutbound, Tag } from "../model/outbound.ts";
import { identityOf, type ParsedProxy } from "./parsed-proxy.ts";

/** What pasted proxies come to when one that is named with its account and without counts as one proxy. */
export interface MatchedAccounts {
  /** Accounts for proxies that are in the configuration without one. */
  readonly given: readonly GivenAccount[];
  /** The proxies that are left to be added. */
  readonly rest: readonly ParsedProxy[];
  /** How many proxies are named both ways, in the configuration or among the pasted ones; 0: nothing changes. */
  readonly twice: number;
}

export interface GivenAccount {
  readonly tag: Tag;
  readonly account: Account;
}

type Endpoint = Pick<ProxyOutbound, "protocol" | "host" | "port" | "account">;

/**
 * A line pasted without its account, and later with it, makes two proxies of one: Chrome uses one of them alone. Here the
 * account goes to the one that is there, and a line without it is left out where the same proxy has one. This is an offer:
 * a person may mean two proxies.
 */
export function matchAccounts(present: readonly ProxyOutbound[], pasted: readonly ParsedProxy[]): MatchedAccounts {
  const there = byEndpoint(present);
  const dropped = new Set<ParsedProxy>();
  const given: GivenAccount[] = [];
  let twice = 0;
  for (const [endpoint, lines] of byEndpoint(pasted)) {
    const match = matchOne(there.get(endpoint) ?? [], lines);
    if (match === null) continue;
    twice++;
    if (match.given) given.push(match.given);
    for (const line of match.dropped) dropped.add(line);
  }
  return { given, rest: pasted.filter((one) => !dropped.has(one)), twice };
}

/** @returns null: of these none is named both ways */
function matchOne(
  known: readonly ProxyOutbound[],
  lines: readonly ParsedProxy[],
): { readonly given: GivenAccount | null; readonly dropped: readonly ParsedProxy[] } | null {
  const bare = known.find(isBare);
  const line = lines.find(isBare);
  const told = lines.find((one) => !isBare(one));
  const isThere = told !== undefined && known.some((one) => identityOf(one) === identityOf(told));
  if (bare && told?.account && !isThere) {
    const given = { tag: bare.tag, account: told.account };
    return { given, dropped: line ? [told, line] : [told] };
  }
  return line && !bare && (told || known.length > 0) ? { given: null, dropped: [line] } : null;
}

const isBare = ({ account }: Endpoint): boolean => account === null;

/** Entries of the same protocol at the same host and port together. */
function byEndpoint<E extends Endpoint>(entries: readonly E[]): ReadonlyMap<string, readonly E[]> {
  const found = new Map<string, E[]>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.protocol, entry.host, entry.port]);
    const same = found.get(key);
    if (same) same.push(entry);
    else found.set(key, [entry]);
  }
  return found;
}
