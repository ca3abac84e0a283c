import { faultOf } from "../../../src/faults/fault-of.ts";
import { proxyStatusIn } from "../../../src/faults/proxy-status.ts";
import type { Via } from "../../../src/faults/row.ts";
import type { ProbeError } from "../../../src/model/probe-error.ts";

/** How a request to this address goes through a proxy of this type, as Firefox names it. */
export function viaOfType(type: string, url: string): Via {
  if (type.startsWith("socks")) return "socks";
  return /^(?:https|wss):/.test(url) ? "tunnel" : "plain";
}

/** What an error of `webRequest.onErrorOccurred` means of a test; null: nothing can be concluded. */
export function errorOf(error: string, via: Via): ProbeError | null {
  const { code } = faultOf("firefox", error, via);
  if (code === null) return null;
  // A sentence is in the user's language.
  if (!error.startsWith("NS_")) return { code };
  const status = proxyStatusIn(error);
  return { code, ...(status === undefined ? {} : { status }), detail: error };
}

/** Names of several failures, of which a request over http through the same proxy shows the cause. */
const SEVERAL = new Set([
  "NS_ERROR_PROXY_CONNECTION_REFUSED",
  "NS_ERROR_CONNECTION_REFUSED",
  "NS_ERROR_UNKNOWN_HOST",
  "NS_ERROR_NET_TIMEOUT",
]);

/**
 * Whether the error may have a cause that a request over http through the same proxy would show: a status that Firefox has
 * no name for, a refused connection or a refused tunnel, an HTTPS proxy's certificate or the site's.
 *
 * @param type of the proxy, as Firefox names it
 */
export function isUnsure(error: string, type: string, via: Via): boolean {
  if (via !== "tunnel") return false;
  return SEVERAL.has(error) || (type === "https" && !error.startsWith("NS_"));
}
