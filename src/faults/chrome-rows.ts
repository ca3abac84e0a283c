import { added, exact, type FaultRow, prefix } from "./row.ts";

/** What the requirements list of Chrome. */
const REQUIRED: readonly FaultRow[] = [
  exact("ERR_PROXY_CONNECTION_FAILED", "member", "no", "refused"),
  exact("ERR_PROXY_CERTIFICATE_INVALID", "member", "no", "proxy_certificate"),
  prefix("ERR_PROXY_AUTH_", "member", "no", "login_required"),
  exact("ERR_TOO_MANY_RETRIES", "member", "no", "login_wrong"),
  exact("ERR_ADDRESS_INVALID", "member", "no", "unreachable"),
  exact("ERR_TUNNEL_CONNECTION_FAILED", "unclear", "no", "tunnel_refused"),
  exact("ERR_SOCKS_CONNECTION_FAILED", "unclear", "no", "socks_refused"),
  exact("ERR_CONNECTION_FAILED", "unclear", "no", "closed"),
  exact("ERR_CONNECTION_REFUSED", "unclear", "no", "refused"),
  exact("ERR_CONNECTION_TIMED_OUT", "unclear", "no", "timeout"),
  exact("ERR_SSL_PROTOCOL_ERROR", "unclear", "no", "tls"),
  exact("ERR_CONNECTION_RESET", "unclear", "maybe", "reset"),
  exact("ERR_CONNECTION_CLOSED", "unclear", "maybe", "closed"),
  exact("ERR_CONNECTION_ABORTED", "unclear", "maybe", "closed"),
  exact("ERR_EMPTY_RESPONSE", "unclear", "maybe", "closed"),
  exact("ERR_SOCKET_NOT_CONNECTED", "unclear", "maybe", "closed"),
  exact("ERR_TIMED_OUT", "unclear", "maybe", "timeout"),
  exact("ERR_HTTP2_PROTOCOL_ERROR", "unclear", "maybe", "closed"),
  exact("ERR_INVALID_HTTP_RESPONSE", "unclear", "maybe", "unexpected_answer"),
  exact("ERR_CONTENT_LENGTH_MISMATCH", "unclear", "maybe", "closed"),
  exact("ERR_INCOMPLETE_CHUNKED_ENCODING", "unclear", "maybe", "closed"),
  exact("ERR_SOCKS_CONNECTION_HOST_UNREACHABLE", "site", "no", "socks_refused"),
  exact("ERR_ADDRESS_UNREACHABLE", "site", "no", "socks_refused"),
  exact("ERR_NAME_NOT_RESOLVED", "site", "no", "site_name_not_resolved"),
  exact("ERR_NAME_RESOLUTION_FAILED", "site", "no", "site_name_not_resolved"),
  prefix("ERR_CERT_", "site", "no", "certificate"),
  exact("ERR_SSL_VERSION_OR_CIPHER_MISMATCH", "site", "no", "tls"),
  exact("ERR_BAD_SSL_CLIENT_AUTH_CERT", "site", "no", "tls"),
  exact("ERR_SSL_CLIENT_AUTH_CERT_NEEDED", "site", "no", "tls"),
  exact("ERR_TOO_MANY_REDIRECTS", "site", "maybe", "unexpected_answer"),
  exact("ERR_INTERNET_DISCONNECTED", "own-network", "no", "offline"),
  exact("ERR_NETWORK_ACCESS_DENIED", "own-network", "no", "unknown"),
  exact("ERR_NETWORK_CHANGED", "own-network", "maybe", null),
  exact("ERR_NETWORK_IO_SUSPENDED", "own-network", "maybe", null),
  exact("ERR_ABORTED", "nobody", "maybe", null),
  exact("ERR_CACHE_MISS", "nobody", "maybe", null),
  prefix("ERR_BLOCKED_BY_", "nobody", "no", null),
  exact("ERR_MANDATORY_PROXY_CONFIGURATION_FAILED", "nobody", "no", null),
];

/** More exact than a prefix that the requirements list, which holds them too. */
const BEFORE_PREFIXES: readonly FaultRow[] = [
  // A scheme that this Chrome does not have, or none at all.
  ...added("measured", [exact("ERR_PROXY_AUTH_UNSUPPORTED", "member", "no", "login_unsupported")]),
  // It does not pass: a test that it ends fails, instead of being repeated.
  ...added("read", [exact("ERR_BLOCKED_BY_ADMINISTRATOR", "nobody", "no", "unknown")]),
];

/** How a proxy, or a site through it, can spoil the head of an answer. */
const BAD_HEADS = added("measured", [
  exact("ERR_RESPONSE_HEADERS_TOO_BIG", "unclear", "maybe", "unexpected_answer"),
  exact("ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH", "unclear", "maybe", "unexpected_answer"),
  exact("ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION", "unclear", "maybe", "unexpected_answer"),
  exact("ERR_RESPONSE_HEADERS_TRUNCATED", "unclear", "maybe", "closed"),
]);

const LOGINS: readonly FaultRow[] = [
  ...added("measured", [
    // A site's 407 through a tunnel or a SOCKS proxy, where no proxy can have said it (fact C28).
    exact("ERR_UNEXPECTED_PROXY_AUTH", "site", "maybe", "unexpected_answer"),
  ]),
  ...added("read", [
    // Chrome's page names it for a 401 or 407 that nobody answered, but webRequest then gives the head, and no error.
    exact("ERR_INVALID_AUTH_CREDENTIALS", "member", "maybe", "login_wrong"),
    // Logins by the system's own library (Negotiate, NTLM): of the proxy or of the site.
    exact("ERR_UNSUPPORTED_AUTH_SCHEME", "unclear", "maybe", "login_unsupported"),
    exact("ERR_MISSING_AUTH_CREDENTIALS", "unclear", "maybe", "login_unsupported"),
    exact("ERR_MISCONFIGURED_AUTH_ENVIRONMENT", "unclear", "maybe", "login_unsupported"),
    exact("ERR_UNEXPECTED_SECURITY_LIBRARY_STATUS", "unclear", "maybe", "login_unsupported"),
    exact("ERR_UNDOCUMENTED_SECURITY_LIBRARY_STATUS", "unclear", "maybe", "login_unsupported"),
    exact("ERR_UNABLE_TO_REUSE_CONNECTION_FOR_PROXY_AUTH", "member", "no", "closed"),
  ]),
];

const CONNECTIONS = added("read", [
  // The proxy speaks HTTP/2 and wants HTTP/1.1. A site that does has read the request, and not served it.
  exact("ERR_PROXY_HTTP_1_1_REQUIRED", "member", "no", "tunnel_refused"),
  exact("ERR_HTTP_1_1_REQUIRED", "site", "maybe", "unexpected_answer"),
  exact("ERR_HTTPS_PROXY_TUNNEL_RESPONSE_REDIRECT", "unclear", "no", "tunnel_refused"),
  // The proxy says itself that it is the site that it cannot reach (the field Proxy-Status).
  exact("ERR_PROXY_UNABLE_TO_CONNECT_TO_DESTINATION", "site", "no", "tunnel_refused"),
  exact("ERR_INVALID_RESPONSE", "unclear", "maybe", "unexpected_answer"),
  exact("ERR_INVALID_CHUNKED_ENCODING", "unclear", "maybe", "closed"),
  exact("ERR_INCOMPLETE_HTTP2_HEADERS", "unclear", "maybe", "closed"),
  exact("ERR_HTTP2_INADEQUATE_TRANSPORT_SECURITY", "site", "maybe", "tls"),
  prefix("ERR_HTTP2_", "unclear", "maybe", "closed"),
  // Names that Chrome looks up itself, for SOCKS4.
  exact("ERR_ICANN_NAME_COLLISION", "site", "no", "site_name_not_resolved"),
  prefix("ERR_DNS_", "site", "no", "site_name_not_resolved"),
]);

/** TLS with the site. A TLS fault between browser and HTTPS proxy is ERR_PROXY_CONNECTION_FAILED instead (fact C13). */
const TLS = added("read", [
  // Bytes that somebody on the way may have changed.
  exact("ERR_SSL_BAD_RECORD_MAC_ALERT", "unclear", "no", "tls"),
  exact("ERR_SSL_DECRYPT_ERROR_ALERT", "unclear", "no", "tls"),
  exact("ERR_SSL_DECOMPRESSION_FAILURE_ALERT", "unclear", "no", "tls"),
  exact("ERR_TLS13_DOWNGRADE_DETECTED", "unclear", "no", "tls"),
  exact("ERR_SSL_RENEGOTIATION_REQUESTED", "site", "maybe", "tls"),
  exact("ERR_SSL_NO_RENEGOTIATION", "site", "maybe", "tls"),
  exact("ERR_SSL_UNRECOGNIZED_NAME_ALERT", "site", "no", "tls"),
  exact("ERR_SSL_OBSOLETE_CIPHER", "site", "no", "tls"),
  exact("ERR_SSL_KEY_USAGE_INCOMPATIBLE", "site", "no", "tls"),
  exact("ERR_SSL_BAD_PEER_PUBLIC_KEY", "site", "no", "tls"),
  exact("ERR_ALPN_NEGOTIATION_FAILED", "site", "no", "tls"),
  exact("ERR_CLIENT_AUTH_CERT_TYPE_UNSUPPORTED", "site", "no", "tls"),
  prefix("ERR_SSL_CLIENT_AUTH_", "site", "no", "tls"),
  prefix("ERR_ECH_", "site", "no", "tls"),
  exact("ERR_INVALID_ECH_CONFIG_LIST", "site", "no", "tls"),
  exact("ERR_EARLY_DATA_REJECTED", "site", "maybe", "tls"),
  exact("ERR_WRONG_VERSION_ON_EARLY_DATA", "site", "maybe", "tls"),
  exact("ERR_SSL_SERVER_CERT_BAD_FORMAT", "site", "no", "certificate"),
  exact("ERR_SSL_SERVER_CERT_CHANGED", "site", "maybe", "certificate"),
  exact("ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN", "site", "no", "certificate"),
  exact("ERR_CERTIFICATE_TRANSPARENCY_REQUIRED", "site", "no", "certificate"),
  exact("ERR_INSECURE_RESPONSE", "site", "no", "certificate"),
]);

/** Ended within Chrome: no proxy had a part in it. */
const NOBODYS = added("read", [
  exact("ERR_CONTEXT_SHUT_DOWN", "nobody", "maybe", null),
  exact("ERR_PAC_SCRIPT_FAILED", "nobody", "no", null),
  exact("ERR_PAC_SCRIPT_TERMINATED", "nobody", "no", null),
  exact("ERR_NO_SUPPORTED_PROXIES", "nobody", "no", null),
  prefix("ERR_CACHE_", "nobody", "maybe", null),
]);

/** Chrome's part of the table of errors. */
export const CHROME_ROWS: readonly FaultRow[] = [
  ...BEFORE_PREFIXES,
  ...REQUIRED,
  ...LOGINS,
  ...BAD_HEADS,
  ...CONNECTIONS,
  ...TLS,
  ...NOBODYS,
];
