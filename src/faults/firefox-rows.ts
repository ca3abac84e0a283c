import { added, exact, type FaultRow, prefix, sentence } from "./row.ts";

/** What the requirements list of Firefox. The last of those that begin with NS_ holds them all. */
const REQUIRED: readonly FaultRow[] = [
  exact("NS_ERROR_PROXY_CONNECTION_REFUSED", "member", "no", "refused"),
  exact("NS_ERROR_UNKNOWN_PROXY_HOST", "member", "no", "name_not_resolved"),
  exact("NS_ERROR_PROXY_AUTHENTICATION_FAILED", "member", "no", "login_unsupported"),
  exact("NS_ERROR_PROXY_UNAUTHORIZED", "member", "no", "login_wrong"),
  exact("NS_ERROR_PROXY_PAYMENT_REQUIRED", "member", "no", "tunnel_refused"),
  exact("NS_ERROR_PROXY_METHOD_NOT_ALLOWED", "member", "no", "tunnel_refused"),
  exact("NS_ERROR_PROXY_NOT_IMPLEMENTED", "member", "no", "tunnel_refused"),
  exact("NS_ERROR_PROXY_VERSION_NOT_SUPPORTED", "member", "no", "tunnel_refused"),
  exact("NS_ERROR_PROXY_TOO_MANY_REQUESTS", "member", "no", "tunnel_refused"),
  exact("NS_ERROR_PROXY_NETWORK_AUTHENTICATION_REQUIRED", "member", "no", "tunnel_refused"),
  exact("NS_ERROR_PROXY_UNAVAILABLE_FOR_LEGAL_REASONS", "site", "no", "tunnel_refused"),
  prefix("NS_ERROR_PROXY_", "unclear", "no", "tunnel_refused"),
  exact("NS_ERROR_CONNECTION_REFUSED", "member", "no", "refused", "plain"),
  exact("NS_ERROR_CONNECTION_REFUSED", "unclear", "no", "tunnel_refused", "tunnel"),
  exact("NS_ERROR_CONNECTION_REFUSED", "unclear", "no", "socks_refused", "socks"),
  exact("NS_ERROR_UNKNOWN_HOST", "site", "no", "socks_refused", "socks"),
  exact("NS_ERROR_UNKNOWN_HOST", "unclear", "no", "tunnel_refused", "tunnel"),
  exact("NS_ERROR_UNKNOWN_HOST", "unclear", "no", "name_not_resolved", "plain"),
  exact("NS_ERROR_NET_TIMEOUT", "unclear", "maybe", "timeout"),
  exact("NS_ERROR_NET_RESET", "unclear", "maybe", "reset"),
  exact("NS_ERROR_NET_INTERRUPT", "unclear", "maybe", "closed"),
  exact("NS_ERROR_NET_PARTIAL_TRANSFER", "unclear", "maybe", "closed"),
  exact("NS_ERROR_NET_EMPTY_RESPONSE", "unclear", "maybe", "closed"),
  exact("NS_ERROR_REDIRECT_LOOP", "site", "maybe", "unexpected_answer"),
  exact("NS_ERROR_OFFLINE", "own-network", "no", "offline"),
  exact("NS_ERROR_NETWORK_CHANGED", "own-network", "maybe", null),
  exact("NS_BINDING_ABORTED", "nobody", "maybe", null),
  exact("NS_ERROR_ABORT", "nobody", "maybe", null),
  prefix("NS_", "nobody", "maybe", "unknown"),
  sentence("tls-sentence", "member", "no", "proxy_tls", "plain"),
  sentence("tls-sentence", "unclear", "no", "tls", "tunnel"),
  sentence("tls-sentence", "unclear", "no", "tls", "socks"),
  sentence("certificate-sentence", "member", "no", "proxy_certificate", "plain"),
  sentence("certificate-sentence", "site", "no", "certificate", "tunnel"),
  sentence("certificate-sentence", "site", "no", "certificate", "socks"),
];

const ADDED: readonly FaultRow[] = [
  ...added("measured", [
    // SOCKS reply 6; Firefox's own patience ends far behind that of a test.
    exact("NS_ERROR_NET_TIMEOUT", "unclear", "maybe", "socks_refused", "socks"),
    // A connection to a proxy that is reset just when it stands may fail without a name of its own.
    exact("NS_ERROR_FAILURE", "unclear", "maybe", "closed"),
    // Heads that are too long, and those that say two things of one.
    exact("NS_ERROR_FILE_TOO_BIG", "unclear", "maybe", "unexpected_answer"),
    exact("NS_ERROR_CORRUPTED_CONTENT", "unclear", "maybe", "unexpected_answer"),
  ]),
  ...added("read", [
    exact("NS_ERROR_NOT_CONNECTED", "unclear", "maybe", "closed"),
    exact("NS_ERROR_NET_TIMEOUT_EXTERNAL", "unclear", "maybe", "timeout"),
    exact("NS_ERROR_NET_HTTP2_SENT_GOAWAY", "unclear", "maybe", "closed"),
    exact("NS_ERROR_WEBSOCKET_CONNECTION_REFUSED", "unclear", "maybe", "closed"),
    exact("NS_ERROR_PARSING_HTTP_STATUS_LINE", "unclear", "maybe", "unexpected_answer"),
    exact("NS_ERROR_NET_INADEQUATE_SECURITY", "site", "maybe", "tls"),
    exact("NS_ERROR_BAD_HSTS_CERT", "site", "no", "certificate"),
    // As NS_ERROR_UNKNOWN_HOST, from a resolver whose word is final.
    exact("NS_ERROR_DEFINITIVE_UNKNOWN_HOST", "site", "no", "socks_refused", "socks"),
    exact("NS_ERROR_DEFINITIVE_UNKNOWN_HOST", "unclear", "no", "tunnel_refused", "tunnel"),
    exact("NS_ERROR_DEFINITIVE_UNKNOWN_HOST", "unclear", "no", "name_not_resolved", "plain"),
  ]),
];

/** Firefox's part of the table of errors. */
export const FIREFOX_ROWS: readonly FaultRow[] = [...ADDED, ...REQUIRED];
