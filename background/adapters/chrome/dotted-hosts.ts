import type { Tag } from "../../../src/model/outbound.ts";
import type { ProbeResponse, Prober } from "../../ports/prober.ts";

/** Servers known to answer to their name with a dot at its end; others refuse it (facts: Go's servers do). */
const KNOWN: ReadonlySet<string> = new Set(["www.gstatic.com", "www.google.com", "ipv6.google.com"]);

/** The address with a dot at the end of its host's name; null: the server is not known to take it. */
export function dottedUrl(url: string): string | null {
  const [, scheme, host = "", rest] = /^(https?:\/\/)([^/?#:@]+)((?::\d+)?(?:[/?#].*)?)$/is.exec(url) ?? [];
  return KNOWN.has(host.toLowerCase()) ? `${scheme}${host}.${rest}` : null;
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
export function withDottedHosts(prober: Prober): Prober {
  const members = new Map<Tag, "usable" | "proved" | "refused">();

  return {
    async send(request): Promise<ProbeResponse> {
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
    },
  };
}

const works = (response: ProbeResponse): boolean =>
  response.kind === "answer" && response.status >= 200 && response.status <= 299;
