/**
 * Why a test failed (M21). `status` is the HTTP status that came: the proxy's with `tunnel_refused`, the test
 * address's with `unexpected_answer`. `detail` is the browser's own code, for the log; never a secret.
 */
export interface ProbeError {
  readonly code: ProbeErrorCode;
  readonly status?: number;
  readonly detail?: string;
}

export const PROBE_ERROR_CODES = [
  "refused", // no connection to the proxy's address can be made
  "name_not_resolved", // the proxy's own name is not found
  "site_name_not_resolved", // the test address's name, which the browser itself must look up for socks4, is not found
  "site_bypassed", // the browser sends the test address past every proxy, so nothing was sent
  "unreachable", // the network has no route
  "timeout", // no answer in the time allowed
  "reset", // the connection was reset
  "closed", // the proxy closed the connection without an answer
  "tunnel_refused", // the proxy refused to connect to the test address
  "login_required", // the proxy asks for an account and there is none
  "login_wrong", // the proxy refused the account
  "login_unsupported", // the proxy asks for a login the browser does not have
  "account_shared", // another account at the same address is in use, and this browser keeps one an address
  "account_kept", // this browser would go on sending the proxy's former account
  "account_unsupported", // this browser has no accounts for this kind of proxy
  "socks_refused", // the SOCKS proxy refused or does not speak SOCKS
  "certificate", // the site's certificate is not trusted
  "proxy_certificate", // the proxy's own certificate is not trusted
  "proxy_tls", // the encrypted connection to the proxy could not be made
  "tls", // the encrypted connection through the proxy to the site could not be made
  "unexpected_answer", // an answer came, but not the one the test address gives (a captive page, a redirect)
  "offline", // the browser has no network
  "unknown",
] as const;
export type ProbeErrorCode = (typeof PROBE_ERROR_CODES)[number];
