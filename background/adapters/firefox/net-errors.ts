import type { ProbeError } from "../../../src/model/probe-error.ts";

/** CONNECT statuses that Firefox names NS_ERROR_PROXY_… (measured in ESR 153); others hide behind common codes. */
const STATUSES: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  GONE: 410,
  LENGTH_REQUIRED: 411,
  PRECONDITION_FAILED: 412,
  REQUEST_ENTITY_TOO_LARGE: 413,
  REQUEST_URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  REQUESTED_RANGE_NOT_SATISFIABLE: 416,
  EXPECTATION_FAILED: 417,
  MISDIRECTED_REQUEST: 421,
  TOO_EARLY: 425,
  UPGRADE_REQUIRED: 426,
  PRECONDITION_REQUIRED: 428,
  TOO_MANY_REQUESTS: 429,
  REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
  UNAVAILABLE_FOR_LEGAL_REASONS: 451,
  NOT_IMPLEMENTED: 501,
  BAD_GATEWAY: 502,
  GATEWAY_TIMEOUT: 504,
  VERSION_NOT_SUPPORTED: 505,
  VARIANT_ALSO_NEGOTIATES: 506,
  NOT_EXTENDED: 510,
  NETWORK_AUTHENTICATION_REQUIRED: 511,
};

const CODES: Readonly<Record<string, ProbeError["code"] | null>> = {
  NS_ERROR_PROXY_CONNECTION_REFUSED: "refused",
  NS_ERROR_UNKNOWN_PROXY_HOST: "name_not_resolved",
  NS_ERROR_PROXY_AUTHENTICATION_FAILED: "login_unsupported",
  NS_ERROR_NET_RESET: "reset",
  NS_ERROR_NET_INTERRUPT: "closed",
  NS_ERROR_NET_PARTIAL_TRANSFER: "closed",
  NS_ERROR_NET_EMPTY_RESPONSE: "closed",
  NS_ERROR_OFFLINE: "offline",
  NS_BINDING_ABORTED: null,
  NS_ERROR_ABORT: null,
  NS_ERROR_NETWORK_CHANGED: null,
};

/**
 * Codes that mean another thing of each kind of proxy: Firefox has one name for several failures. `plain`: of a request
 * without a tunnel through an HTTP or HTTPS proxy.
 */
const BY_KIND: Readonly<Record<string, Readonly<Record<"socks" | "tunnel" | "plain", ProbeError["code"]>>>> = {
  NS_ERROR_CONNECTION_REFUSED: { socks: "socks_refused", tunnel: "tunnel_refused", plain: "refused" },
  NS_ERROR_UNKNOWN_HOST: { socks: "socks_refused", tunnel: "tunnel_refused", plain: "name_not_resolved" },
  // SOCKS reply 6; Firefox's own patience ends far behind that of a test.
  NS_ERROR_NET_TIMEOUT: { socks: "socks_refused", tunnel: "timeout", plain: "timeout" },
};

/**
 * What an error of `webRequest.onErrorOccurred` means of a request sent through a proxy; null: nothing can be concluded.
 *
 * @param type of the proxy, as Firefox names it
 * @param secure whether the request was for an encrypted address, so that an HTTP proxy was asked for a tunnel
 */
export function errorOf(error: string, type: string, secure: boolean): ProbeError | null {
  const code = BY_KIND[error]?.[type.startsWith("socks") ? "socks" : secure ? "tunnel" : "plain"] ?? CODES[error];
  if (code === null) return null;
  if (code !== undefined) return { code, detail: error };
  const [, refusal] = /^NS_ERROR_PROXY_(\w+)$/.exec(error) ?? [];
  if (refusal !== undefined) {
    const status = STATUSES[refusal];
    return { code: "tunnel_refused", ...(status === undefined ? {} : { status }), detail: error };
  }
  if (/^NS_/.test(error)) return { code: "unknown", detail: error };
  // Without a tunnel the only encryption is that to the proxy.
  if (isOfCertificate(error)) return { code: secure ? "certificate" : "proxy_certificate" };
  return { code: secure ? "tls" : "proxy_tls" };
}

/**
 * Whether the error may have a cause that a request over http through the same proxy would show: a status that Firefox has
 * no name for, a refused connection or a refused tunnel, an HTTPS proxy's certificate or the site's.
 */
export function isUnsure(error: string, type: string, secure: boolean): boolean {
  if (!secure || type.startsWith("socks")) return false;
  if (BY_KIND[error] !== undefined || error === "NS_ERROR_PROXY_CONNECTION_REFUSED") return true;
  return type === "https" && !/^NS_/.test(error);
}

/**
 * Errors of TLS come as a sentence in the browser's language. Those about the protocol name SSL or TLS, which no language
 * translates, but for three, which are known in English only; those about a certificate never do.
 */
const isOfCertificate = (error: string): boolean =>
  !/\b(?:SSL|TLS)|encryption algorithm|security protocol|protocol version/.test(error);
