import { expect, test } from "vitest";
import { errorOf, isUnsure, viaOfType } from "../../../../background/adapters/firefox/net-errors.ts";

const SELF_SIGNED = "The certificate is not trusted because it is self-signed.";
const NOT_TLS = "SSL received a record that exceeded the maximum permissible length.";

test.each([
  ["NS_ERROR_PROXY_CONNECTION_REFUSED", "http", true, { code: "refused" }, true],
  ["NS_ERROR_PROXY_CONNECTION_REFUSED", "http", false, { code: "refused" }, false],
  ["NS_ERROR_PROXY_CONNECTION_REFUSED", "socks", true, { code: "refused" }, false],
  ["NS_ERROR_PROXY_FORBIDDEN", "https", true, { code: "tunnel_refused", status: 403 }, false],
  ["NS_ERROR_PROXY_UNAVAILABLE_FOR_LEGAL_REASONS", "http", true, { code: "tunnel_refused", status: 451 }, false],
  ["NS_ERROR_PROXY_SOMETHING_NEW", "http", true, { code: "tunnel_refused" }, false],
  ["NS_ERROR_PROXY_AUTHENTICATION_FAILED", "http", true, { code: "login_unsupported" }, false],
  ["NS_ERROR_UNKNOWN_HOST", "http", true, { code: "tunnel_refused" }, true],
  ["NS_ERROR_UNKNOWN_HOST", "http", false, { code: "name_not_resolved" }, false],
  ["NS_ERROR_UNKNOWN_HOST", "socks", true, { code: "socks_refused" }, false],
  ["NS_ERROR_UNKNOWN_PROXY_HOST", "https", true, { code: "name_not_resolved" }, false],
  ["NS_ERROR_CONNECTION_REFUSED", "http", true, { code: "tunnel_refused" }, true],
  ["NS_ERROR_CONNECTION_REFUSED", "socks4", false, { code: "socks_refused" }, false],
  ["NS_ERROR_NET_TIMEOUT", "socks", true, { code: "socks_refused" }, false],
  ["NS_ERROR_NET_TIMEOUT", "http", false, { code: "timeout" }, false],
  ["NS_ERROR_SOMETHING_NEW", "http", true, { code: "unknown" }, false],
  [SELF_SIGNED, "http", true, { code: "certificate" }, false],
  [SELF_SIGNED, "socks", true, { code: "certificate" }, false],
  [SELF_SIGNED, "https", true, { code: "certificate" }, true],
  [SELF_SIGNED, "https", false, { code: "proxy_certificate" }, false],
  [
    "Dem Zertifikat wird nicht vertraut, weil es vom Aussteller selbst signiert wurde.",
    "https",
    false,
    { code: "proxy_certificate" },
    false,
  ],
  [NOT_TLS, "socks", true, { code: "tls" }, false],
  [NOT_TLS, "https", true, { code: "tls" }, true],
  [NOT_TLS, "https", false, { code: "proxy_tls" }, false],
  [
    "SSL hat einen Eintrag erhalten, der die maximal erlaubte Länge überschritten hat.",
    "http",
    true,
    { code: "tls" },
    false,
  ],
  ["Cannot communicate securely with peer: no common encryption algorithm(s).", "http", true, { code: "tls" }, false],
] as const)(
  "M21 · %s through %s, for an encrypted address %s, is %j; http may tell more: %s",
  (error, type, secure, code, unsure) => {
    const via = viaOfType(type, secure ? "https://site.example/" : "http://site.example/");
    expect(errorOf(error, via)).toMatchObject(code);
    expect(isUnsure(error, type, via)).toBe(unsure);
  },
);

test.each(["NS_BINDING_ABORTED", "NS_ERROR_ABORT", "NS_ERROR_NETWORK_CHANGED"])(
  "%s says nothing of a proxy",
  (error) => {
    expect(errorOf(error, "tunnel")).toBeNull();
  },
);
