import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";

/**
 * Chrome's network errors, as `webRequest.onErrorOccurred` gives them, and what they mean of a request sent to a proxy
 * (measured in Chromium 156). `null`: it says nothing of the proxy.
 */
const CODES: Readonly<Record<string, ProbeErrorCode | null>> = {
  ERR_PROXY_CONNECTION_FAILED: "refused",
  ERR_CONNECTION_REFUSED: "refused",
  ERR_TUNNEL_CONNECTION_FAILED: "tunnel_refused",
  ERR_PROXY_AUTH_UNSUPPORTED: "login_unsupported",
  ERR_PROXY_AUTH_REQUESTED: "login_required",
  ERR_TOO_MANY_RETRIES: "login_wrong",
  ERR_SOCKS_CONNECTION_FAILED: "socks_refused",
  ERR_SOCKS_CONNECTION_HOST_UNREACHABLE: "socks_refused",
  // What Chrome makes of the one before; a proxy that is not reached itself is ERR_PROXY_CONNECTION_FAILED.
  ERR_ADDRESS_UNREACHABLE: "socks_refused",
  ERR_PROXY_CERTIFICATE_INVALID: "proxy_certificate",
  ERR_CONNECTION_RESET: "reset",
  ERR_CONNECTION_CLOSED: "closed",
  ERR_CONNECTION_ABORTED: "closed",
  ERR_EMPTY_RESPONSE: "closed",
  ERR_SOCKET_NOT_CONNECTED: "closed",
  ERR_CONNECTION_FAILED: "closed",
  ERR_TIMED_OUT: "timeout",
  ERR_CONNECTION_TIMED_OUT: "timeout",
  // Of a site that Chrome looks up itself, for SOCKS4; a proxy's name that is not found is ERR_PROXY_CONNECTION_FAILED.
  ERR_NAME_NOT_RESOLVED: "site_name_not_resolved",
  ERR_NAME_RESOLUTION_FAILED: "site_name_not_resolved",
  ERR_NETWORK_UNREACHABLE: "unreachable",
  ERR_ADDRESS_INVALID: "unreachable",
  ERR_INTERNET_DISCONNECTED: "offline",
  ERR_SSL_PROTOCOL_ERROR: "tls",
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: "tls",
  ERR_BAD_SSL_CLIENT_AUTH_CERT: "tls",
  ERR_INVALID_HTTP_RESPONSE: "unexpected_answer",
  ERR_HTTP2_PROTOCOL_ERROR: "closed",
  ERR_ABORTED: null,
  ERR_BLOCKED_BY_CLIENT: null,
  ERR_BLOCKED_BY_RESPONSE: null,
  ERR_CACHE_MISS: null,
  ERR_NETWORK_CHANGED: null,
  ERR_NETWORK_IO_SUSPENDED: null,
  ERR_MANDATORY_PROXY_CONFIGURATION_FAILED: null,
};

/** What an error such as "net::ERR_CONNECTION_RESET" means; null: nothing can be concluded about the proxy. */
export function codeOf(error: string): ProbeErrorCode | null {
  const name = error.replace(/^net::/, "");
  if (name.startsWith("ERR_CERT_")) return "certificate";
  const code = CODES[name];
  return code === undefined ? "unknown" : code;
}

/**
 * B7: whether an error of a user's request before its response head means that the connection through the proxy failed
 * to open, so that the proxy is to be tested. A site's own certificate says nothing of it; an error that is not in the
 * table is not held against it.
 */
export function blames(error: string): ProbeErrorCode | null {
  const code = codeOf(error);
  return code === null || code === "certificate" || code === "offline" || code === "unknown" ? null : code;
}
