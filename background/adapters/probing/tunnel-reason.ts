import type { ProbeError, ProbeErrorCode } from "../../../src/model/probe-error.ts";
import { ms } from "../../../src/model/units.ts";
import type { ProbeResponse, Prober } from "../../ports/prober.ts";
import { isExpected } from "../../probes/probe-outcome.ts";
import { inTheClear, isTest } from "./in-the-clear.ts";

/** What is certain of the proxy itself when a request without a tunnel ends with it. */
const OF_THE_PROXY: ReadonlySet<ProbeErrorCode> = new Set([
  "refused",
  "name_not_resolved",
  "login_required",
  "login_wrong",
  "login_unsupported",
  "proxy_certificate",
  "proxy_tls",
]);

/**
 * Chrome hides the status with which a proxy refused a tunnel (fact C20), Firefox some of them (fact F19). Firefox also has
 * one name for a wrong certificate of an HTTPS proxy and of the site (fact F20), and one for a refused connection and for a
 * refused tunnel. The same
 * request over http through the same proxy has no tunnel: it shows the status, and what fails there too is the proxy's. So
 * it is sent behind such a failure, within the time that the request had.
 */
export function withTunnelReason(prober: Prober, now: () => number): Prober {
  return {
    async send(request): Promise<ProbeResponse> {
      const startedAt = now();
      const response = await prober.send(request);
      if (response.kind !== "failed" || !request.url.startsWith("https:")) return response;
      const url = isTest(request) ? inTheClear(request.url) : null;
      if (url === null) return { kind: "failed", error: response.error };
      const { error, unsure } = response;
      if (!unsure && (error.code !== "tunnel_refused" || error.status !== undefined)) return { kind: "failed", error };
      const left = request.timeout - (now() - startedAt);
      if (left <= 0) return { kind: "failed", error };
      return {
        kind: "failed",
        error: explained(error, request.url, await prober.send({ ...request, url, timeout: ms(left) })),
      };
    },
  };
}

function explained(error: ProbeError, url: string, came: ProbeResponse): ProbeError {
  if (came.kind === "again") return error;
  if (came.kind === "failed") return OF_THE_PROXY.has(came.error.code) ? came.error : error;
  // Only a refusal has a status to look for.
  if (error.code !== "tunnel_refused" && error.code !== "refused") return error;
  // A 401 where there is an account has failed already (proxy-logins).
  if (came.status === 407 || came.status === 401) return { ...error, code: "login_required", status: came.status };
  // A page of its own, or bytes that only pass for an answer.
  if (came.status >= 200 && came.status <= 299 && !isExpected(url, came.status))
    return { ...error, code: "unexpected_answer" };
  // The proxy answers: what was refused is the tunnel, and not the connection to it.
  return { ...error, code: "tunnel_refused", ...(came.status >= 400 ? { status: came.status } : {}) };
}
