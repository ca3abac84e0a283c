import type { ProbeError } from "../../../src/model/probe-error.ts";

/** CONNECT statuses that Firefox names (measured in ESR 153); others hide behind common codes. */
const STATUSES: Readonly<Record<string, number>> = {
  NS_ERROR_PROXY_UNAUTHORIZED: 401,
  NS_ERROR_PROXY_FORBIDDEN: 403,
  NS_ERROR_PROXY_METHOD_NOT_ALLOWED: 405,
  NS_ERROR_PROXY_TOO_MANY_REQUESTS: 429,
  NS_ERROR_PROXY_NOT_IMPLEMENTED: 501,
  NS_ERROR_PROXY_BAD_GATEWAY: 502,
  NS_ERROR_PROXY_GATEWAY_TIMEOUT: 504,
  NS_ERROR_PROXY_NETWORK_AUTHENTICATION_REQUIRED: 511,
};

const CODES: Readonly<Record<string, ProbeError["code"] | null>> = {
  NS_ERROR_PROXY_CONNECTION_REFUSED: "refused",
  NS_ERROR_UNKNOWN_PROXY_HOST: "name_not_resolved",
  NS_ERROR_PROXY_AUTHENTICATION_FAILED: "login_unsupported",
  NS_ERROR_NET_RESET: "reset",
  NS_ERROR_NET_INTERRUPT: "closed",
  NS_ERROR_NET_PARTIAL_TRANSFER: "closed",
  NS_ERROR_NET_EMPTY_RESPONSE: "closed",
  NS_ERROR_NET_TIMEOUT: "timeout",
  NS_ERROR_OFFLINE: "offline",
  NS_BINDING_ABORTED: null,
  NS_ERROR_ABORT: null,
  NS_ERROR_NETWORK_CHANGED: null,
};

/** Codes that mean another thing of each kind of proxy: Firefox has one name for several failures. */
const BY_KIND: Readonly<Record<string, { readonly socks: ProbeError["code"]; readonly http: ProbeError["code"] }>> = {
  NS_ERROR_CONNECTION_REFUSED: { socks: "socks_refused", http: "tunnel_refused" },
  NS_ERROR_UNKNOWN_HOST: { socks: "socks_refused", http: "tunnel_refused" },
};

/**
 * What an error of `webRequest.onErrorOccurred` means of a request sent through a proxy of this type; null: nothing can
 * be concluded. Certificate errors come as a translated sentence and not as a code.
 */
export function errorOf(error: string, type: string): ProbeError | null {
  const status = STATUSES[error];
  if (status !== undefined) return { code: "tunnel_refused", status, detail: error };
  const both = BY_KIND[error];
  if (both) return { code: type.startsWith("socks") ? both.socks : both.http, detail: error };
  const code = CODES[error];
  if (code === null) return null;
  if (code !== undefined) return { code, detail: error };
  if (/^(?:NS_|SSL_|SEC_|MOZILLA_)/.test(error)) return { code: /^NS_/.test(error) ? "unknown" : "tls", detail: error };
  return { code: "certificate" };
}
