import { ms } from "../../src/model/units.ts";
import type { ProbeRequest, ProbeResponse, Prober } from "../ports/prober.ts";

/**
 * Chrome hides the status with which a proxy refused a tunnel, and Firefox some of them. The same request over http through
 * the same proxy shows it, so a refused tunnel is followed by one, within the time the request had.
 */
export function withTunnelReason(prober: Prober, now: () => number): Prober {
  async function status(request: ProbeRequest, left: number): Promise<number | null> {
    const answer = await prober.send({ ...request, url: request.url.replace(/^https:/, "http:"), timeout: ms(left) });
    return answer.kind === "answer" && answer.status >= 400 ? answer.status : null;
  }

  return {
    async send(request): Promise<ProbeResponse> {
      const startedAt = now();
      const response = await prober.send(request);
      if (response.kind !== "failed" || response.error.code !== "tunnel_refused") return response;
      if (response.error.status !== undefined) return response;
      if (!request.url.startsWith("https:")) return response;
      const left = request.timeout - (now() - startedAt);
      const came = left > 0 ? await status(request, left) : null;
      if (came === 407) return { kind: "failed", error: { ...response.error, code: "login_required", status: came } };
      return came === null ? response : { kind: "failed", error: { ...response.error, status: came } };
    },
  };
}
