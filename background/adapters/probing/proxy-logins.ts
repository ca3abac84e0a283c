import type { Tag } from "../../../src/model/outbound.ts";
import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";
import type { ProbeResponse, Prober } from "../../ports/prober.ts";

const failed = (code: ProbeErrorCode, status: number): ProbeResponse => ({ kind: "failed", error: { code, status } });

/**
 * Says what it means that a request of our own was refused by 401 or 407. tinyproxy answers an account that it does not
 * take by 401, to CONNECT and to a request without a tunnel alike (measured): the latter looks like a site's own.
 *
 *   401 to CONNECT ──────────────── the proxy has an account ──> login_wrong     it has none ──> login_required
 *   401 without a tunnel ────────── the proxy has an account ──> login_wrong     it has none ──> the site's own answer
 *   407 without a tunnel, and no question that can be answered ──> login_unsupported
 *
 * A download's 401 is its server's: a list may want a login of its own.
 *
 * @param accountOf whether a proxy that speaks HTTP has an account; null: it is none
 */
export function knowingLogins(prober: Prober, accountOf: (tag: Tag) => boolean | null): Prober {
  return {
    async send(request): Promise<ProbeResponse> {
      const response = await prober.send(request);
      const hasAccount = accountOf(request.tag);
      if (hasAccount === null) return response;
      if (response.kind === "failed") {
        const { code, status } = response.error;
        return code === "login_wrong" && status === 401 && !hasAccount ? failed("login_required", 401) : response;
      }
      if (response.kind !== "answer" || request.most !== undefined || request.url.startsWith("https:")) return response;
      if (response.status === 407) return failed("login_unsupported", 407);
      return response.status === 401 && hasAccount ? failed("login_wrong", 401) : response;
    },
  };
}

/** Whether each proxy that speaks HTTP has an account, for `knowingLogins`. */
export function accountsOf(
  proxies: () => readonly {
    readonly tag: Tag;
    readonly protocol: string;
    readonly account: object | null;
  }[],
): (tag: Tag) => boolean | null {
  return (tag) => {
    const proxy = proxies().find((one) => one.tag === tag);
    return proxy && !proxy.protocol.startsWith("socks") ? proxy.account !== null : null;
  };
}
