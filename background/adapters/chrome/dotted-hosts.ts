import type { Tag } from "../../../src/model/outbound.ts";
import type { ProbeRequest, ProbeResponse, Prober } from "../../ports/prober.ts";

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
  const members = new Map<Tag, Standing>();

  async function send(prober: Prober, request: ProbeRequest): Promise<ProbeResponse> {
    const dotted = dottedUrl(request.url);
    const known = members.get(request.tag);
    if (dotted === null || known === "refused") return prober.send(request);
    if (known === undefined) {
      const response = await prober.send(request);
      if (works(response)) members.set(request.tag, "usable");
      return response;
    }
    const response = await prober.send({ ...request, url: dotted });
    if (response.kind === "again") return response;
    if (works(response)) {
      members.set(request.tag, "proved");
      return response;
    }
    if (known === "proved") {
      members.delete(request.tag);
      return response;
    }
    members.set(request.tag, "refused");
    return { kind: "again" };
  }

  return {
    around: (prober) => ({ send: (request) => send(prober, request) }),
    save: () => [...members],
    load(saved) {
      // Our own writing, so its inside is trusted.
      if (Array.isArray(saved)) for (const [tag, standing] of saved as [Tag, Standing][]) members.set(tag, standing);
    },
  };
}

const works = (response: ProbeResponse): boolean =>
  response.kind === "answer" && response.status >= 200 && response.status <= 299;
