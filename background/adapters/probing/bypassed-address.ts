import { DIRECT } from "../../../src/model/outbound.ts";
import { readOrigin, type WrittenOrigin } from "../../../src/routing/origin.ts";
import type { ProbeResponse, Prober } from "../../ports/prober.ts";

/**
 * A prober that sends nothing through a proxy to where the browser goes past every proxy: it would go directly, and its
 * answer would say nothing of the proxy.
 */
export function refusingBypassed(prober: Prober, bypasses: (at: WrittenOrigin) => boolean): Prober {
  return {
    async send(request): Promise<ProbeResponse> {
      const at = readOrigin(request.url);
      if (request.tag === DIRECT || !at || !bypasses(at)) return prober.send(request);
      return request.unexplained ? { kind: "again" } : { kind: "failed", error: { code: "site_bypassed" } };
    },
  };
}
