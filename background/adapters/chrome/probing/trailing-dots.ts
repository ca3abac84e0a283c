import type { ProxyOutbound } from "../../../../src/model/outbound.ts";
import type { ProbeErrorCode } from "../../../../src/model/probe-error.ts";
import { ms } from "../../../../src/model/units.ts";
import type { ProbeRequest, ProbeResponse, Prober } from "../../../ports/prober.ts";
import { isExpected } from "../../../probes/probe-outcome.ts";
import { isTest } from "../../probing/in-the-clear.ts";
import { placesOf } from "../places.ts";

/** Servers known to answer to their name with a dot at its end. Others are tried, since some refuse it (fact C11). */
const KNOWN: ReadonlySet<string> = new Set(["www.gstatic.com", "www.google.com"]);
/** So many members that a server refuses the dot to speak for all. */
const REFUSALS = 3;
/** Test addresses are few; one that was left is forgotten in time. */
const MOST_HOSTS = 8;
/** How a server, or a proxy on the way to it, turns a name away. */
const MAY_BE_THE_DOT: ReadonlySet<ProbeErrorCode> = new Set([
  "tls",
  "certificate",
  "reset",
  "closed",
  "tunnel_refused",
  "socks_refused",
  "site_name_not_resolved",
  "unknown",
]);

/** A host by name, and the address with a dot at the end of that name; null: it has no such, or has one already. */
export function dottedUrl(url: string): { readonly host: string; readonly url: string } | null {
  const [, scheme, host = "", rest] = /^(https?:\/\/)([^/?#:@[\]]+)((?::\d+)?(?:[/?#].*)?)$/is.exec(url) ?? [];
  return /\.(?:[a-z][a-z0-9-]*)$/i.test(host) ? { host: host.toLowerCase(), url: `${scheme}${host}.${rest}` } : null;
}

type Standing = "usable" | "proved" | "refused";

/** Which members take the dotted name, by the host that is tested. */
export interface DottedHosts {
  around(prober: Prober): Prober;
  /** What is known of any other proxy, or of one at another place, is forgotten. */
  use(proxies: readonly ProxyOutbound[]): void;
  /** For the run's record. */
  save(): unknown;
  load(saved: unknown): void;
}

/**
 * Tests hosts by their dotted name. To Chrome that is another host than the one that pages ask, so no request of the user
 * can take a test's lane (fact C10). A server may refuse the dot, and so may a proxy. So the dotted name is used with a
 * member only after the usual name has worked, and is given up at a failure. A server that refused the dot through several
 * members is tested by its usual name through all of them.
 *
 *   unknown ── the usual name works ──> usable ── the dotted one works ──> proved
 *      ^                                  └─ it fails: `again` ──> refused   │
 *      └───────────── it fails; `again` where it may be the dot ─────────────┘
 */
export function createDottedHosts(): DottedHosts {
  /** By host, then by place. */
  const hosts = new Map<string, Map<string, Standing>>();
  let places = placesOf([]);

  function membersOf(host: string): Map<string, Standing> {
    const known = hosts.get(host) ?? new Map<string, Standing>();
    hosts.delete(host);
    hosts.set(host, known);
    if (hosts.size > MOST_HOSTS) hosts.delete(hosts.keys().next().value ?? "");
    return known;
  }

  async function send(prober: Prober, request: ProbeRequest): Promise<ProbeResponse> {
    const dotted = isTest(request) ? dottedUrl(request.url) : null;
    if (dotted === null) return prober.send(request);
    const members = membersOf(dotted.host);
    const place = places.of(request.tag);
    const known = members.get(place);
    const works = (response: ProbeResponse): boolean =>
      response.kind === "answer" && isExpected(request.url, response.status);

    if (known === undefined || known === "refused" || isRefusing(dotted.host, members)) {
      const response = await prober.send(request);
      if (known === undefined && works(response)) members.set(place, "usable");
      return response;
    }
    const response = await prober.send({ ...request, url: dotted.url });
    if (response.kind === "again") return response;
    if (works(response)) {
      members.set(place, "proved");
      return isEstimated(response)
        ? fresher(response, await prober.send({ ...request, phasesFor: ms(0) }), works)
        : response;
    }
    if (known === "proved") members.delete(place);
    else members.set(place, "refused");
    return known === "proved" && (KNOWN.has(dotted.host) || !mayBeTheDot(response)) ? response : { kind: "again" };
  }

  return {
    use(proxies) {
      places = placesOf(proxies);
      for (const members of hosts.values())
        for (const place of members.keys()) if (!places.has(place)) members.delete(place);
    },
    around: (prober) => ({ send: (request) => send(prober, request) }),
    save: () => [...hosts].map(([host, members]) => [host, [...members]]),
    load(saved) {
      // Our own writing, so its inside is trusted.
      if (Array.isArray(saved))
        for (const [host, members] of saved as [string, [string, Standing][]][]) hosts.set(host, new Map(members));
    },
  };
}

function isRefusing(host: string, members: ReadonlyMap<string, Standing>): boolean {
  if (KNOWN.has(host)) return false;
  let refused = 0;
  for (const standing of members.values()) {
    if (standing === "proved") return false;
    if (standing === "refused" && ++refused === REFUSALS) return true;
  }
  return false;
}

const isEstimated = (response: ProbeResponse): boolean => response.kind === "answer" && response.estimated === true;

/** M27: no fresh connection was to be had by the dotted name; by the usual one it may be. What fails by it says nothing. */
const fresher = (dotted: ProbeResponse, usual: ProbeResponse, works: (response: ProbeResponse) => boolean) =>
  works(usual) && !isEstimated(usual) ? usual : dotted;

const mayBeTheDot = (response: ProbeResponse): boolean =>
  response.kind === "answer" || (response.kind === "failed" && MAY_BE_THE_DOT.has(response.error.code));
