import type { ProxyOutbound } from "../../../src/model/outbound.ts";
import type { ProbeRequest, ProbeResponse, Prober } from "../../ports/prober.ts";
import { placesOf } from "./places.ts";

/** Servers known to answer to their name with a dot at its end; others refuse it (facts: Go's servers do). */
const KNOWN: ReadonlySet<string> = new Set(["www.gstatic.com", "www.google.com"]);

/** The address with a dot at the end of its host's name; null: the server is not known to take it. */
export function dottedUrl(url: string): string | null {
  const [, scheme, host = "", rest] = /^(https?:\/\/)([^/?#:@]+)((?::\d+)?(?:[/?#].*)?)$/is.exec(url) ?? [];
  return KNOWN.has(host.toLowerCase()) ? `${scheme}${host}.${rest}` : null;
}

type Standing = "usable" | "proved" | "refused";

/** Which members take the dotted name. */
export interface DottedHosts {
  around(prober: Prober): Prober;
  /** What is known of any other proxy, or of one at another place, is forgotten. */
  use(proxies: readonly ProxyOutbound[]): void;
  /** For the run's record. */
  save(): unknown;
  load(saved: unknown): void;
}

/**
 * Tests known servers by their dotted name: for Chrome that is another host than the one that pages ask, so that no request
 * of the user can take a test's lane (facts: 0 of 1,569, against 31 of 1,579 without the dot). A proxy may mind the dot
 * where the server does not, so it is used with a member only once the usual name has worked, and given up at a failure.
 *
 *   unknown ── the usual name works ──> usable ── the dotted one works ──> proved
 *      ^                                  └─ it fails: `again` ──> refused   │
 *      └──────────────────────────── it fails ──────────────────────────────┘
 */
export function createDottedHosts(): DottedHosts {
  /** By place. */
  const members = new Map<string, Standing>();
  let places = placesOf([]);

  async function send(prober: Prober, request: ProbeRequest): Promise<ProbeResponse> {
    const dotted = dottedUrl(request.url);
    const place = places.of(request.tag);
    const known = members.get(place);
    if (dotted === null || known === "refused") return prober.send(request);
    if (known === undefined) {
      const response = await prober.send(request);
      if (works(response)) members.set(place, "usable");
      return response;
    }
    const response = await prober.send({ ...request, url: dotted });
    if (response.kind === "again") return response;
    if (works(response)) {
      members.set(place, "proved");
      return response;
    }
    if (known === "proved") {
      members.delete(place);
      return response;
    }
    members.set(place, "refused");
    return { kind: "again" };
  }

  return {
    use(proxies) {
      places = placesOf(proxies);
      for (const place of members.keys()) if (!places.has(place)) members.delete(place);
    },
    around: (prober) => ({ send: (request) => send(prober, request) }),
    save: () => [...members],
    load(saved) {
      // Our own writing, so its inside is trusted.
      if (Array.isArray(saved))
        for (const [place, standing] of saved as [string, Standing][]) members.set(place, standing);
    },
  };
}

const works = (response: ProbeResponse): boolean =>
  response.kind === "answer" && response.status >= 200 && response.status <= 299;
