import type { ProxyOutbound, Tag } from "../../../src/model/outbound.ts";
import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";
import type { Prober } from "../../ports/prober.ts";

/** What a browser can send through, and what it cannot, with the reason. What is refused blocks and fails its tests. */
export interface UsableProxies {
  readonly usable: readonly ProxyOutbound[];
  readonly refused: ReadonlyMap<Tag, ProbeErrorCode>;
}

/** A prober that says why of a proxy that the browser cannot use, and sends nothing through it. */
export function refusing(prober: Prober, refused: () => UsableProxies["refused"]): Prober {
  return {
    async send(request) {
      const code = refused().get(request.tag);
      return code === undefined ? prober.send(request) : { kind: "failed", error: { code } };
    },
  };
}
