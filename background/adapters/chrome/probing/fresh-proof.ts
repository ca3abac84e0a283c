import type { ProbeErrorCode } from "../../../../src/model/probe-error.ts";
import { ms } from "../../../../src/model/units.ts";
import type { ProbeRequest, ProbeResponse, Prober } from "../../../ports/prober.ts";
import { isExpected } from "../../../probes/probe-outcome.ts";
import { inTheClear, isTest } from "../../probing/in-the-clear.ts";
import type { Doubts } from "./suspects.ts";

type Answer = Extract<ProbeResponse, { kind: "answer" }>;

/** Chrome closes a connection that was used and idles for five minutes (fact C18); half a minute more is to be sure. */
const STANDS_MS = 330_000;
/** Of the address that is asked, or of this machine: they say nothing of the proxy. */
const NOT_OF_THE_PROXY: ReadonlySet<ProbeErrorCode> = new Set([
  "certificate",
  "site_name_not_resolved",
  "offline",
  "unknown",
]);

/**
 * A proxy may refuse whoever comes anew, as one whose quota is used up or whose address is blocked, and go on with the
 * connections that it has. A test by one of these would find it alive for as long as it is tested, while no page opens. So
 * where a connection of the user has failed, or the answer is not the test's (a captive page that a tunnel still leads
 * to), an answer by a standing connection counts only when a fresh one answers too, or none can be had:
 *
 *   answer ── no doubt, or by a fresh connection ──────────────────────────────> counts
 *     └── by a standing one ── another address of the test's, by a fresh one ──> counts, no doubt any more
 *           ├── that one fails ────────────────────────────────────────────────> failed
 *           └── those connections stand too, until they have idled for long ───> counts
 *
 * @param exactly sends to the very address that it is given
 * @param now ms since the epoch
 */
export function withFreshProof(prober: Prober, exactly: Prober, doubts: Doubts, now: () => number): Prober {
  /** When a connection by proxy and address was used last, and stands since. */
  const stood = new Map<string, number>();

  return {
    async send(request): Promise<ProbeResponse> {
      const startedAt = now();
      const response = await prober.send(request);
      if (response.kind !== "answer") return response;
      if (!response.standing) doubts.end(request.tag);
      const isDoubtful = doubts.has(request.tag) || !isExpected(request.url, response.status);
      if (!response.standing || !isTest(request) || !isDoubtful) return response;
      const left = ms(Math.max(1_000, request.timeout - (now() - startedAt)));
      return prove(request, response, left);
    },
  };

  async function prove(
    request: ProbeRequest,
    response: Answer,
    timeout: ProbeRequest["timeout"],
  ): Promise<ProbeResponse> {
    for (const [key, at] of stood) if (now() - at >= STANDS_MS) stood.delete(key);
    for (const url of addressesOf(request.url)) {
      const key = `${request.tag}\n${url}`;
      if (stood.has(key)) continue;
      const came = await exactly.send({ ...request, url, timeout, unexplained: true });
      if (came.kind === "answer") stood.set(key, now());
      const verdict = verdictOf(came, url);
      if (verdict === "works") doubts.end(request.tag);
      if (verdict === "works") return url === request.url && !isExpected(url, response.status) ? came : response;
      if (verdict !== null) return verdict;
    }
    return response;
  }
}

/** The address itself, which most tests ask by another name (dotted-hosts), and the same without a tunnel. */
function addressesOf(url: string): readonly string[] {
  const plain = inTheClear(url);
  return plain === null ? [url] : [url, plain];
}

/** What a request by another connection shows; null: nothing. */
function verdictOf(came: ProbeResponse, url: string): "works" | Extract<ProbeResponse, { kind: "failed" }> | null {
  if (came.kind === "again") return null;
  if (came.kind === "failed")
    return NOT_OF_THE_PROXY.has(came.error.code) ? null : { kind: "failed", error: came.error };
  if (came.standing) return null;
  if (isExpected(url, came.status) || url.startsWith("https:")) return "works";
  if (came.status === 407) return { kind: "failed", error: { code: "login_required", status: came.status } };
  // Many proxies mind requests without a tunnel; one that cannot serve them is out of order.
  return came.status >= 500 ? { kind: "failed", error: { code: "tunnel_refused", status: came.status } } : null;
}
