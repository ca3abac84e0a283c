import type { ForeignScheme } from "./schemes.ts";

/** Why a pasted line gave no proxy. A code for the page to put into words: nothing of an account is ever in it. */
export type SkipReason =
  /** A proxy, but of a kind that no browser speaks: a local client and its port would do. */
  { readonly code: "foreign-scheme"; readonly scheme: ForeignScheme } | { readonly code: SkipCode };

export const SKIP_CODES = [
  "not-a-proxy", // nothing in the line looks like an address
  "web-address", // http or https with a path: a page or a subscription, not a proxy
  "unknown-scheme", // what stands before :// names nothing we know
  "no-port",
  "port-not-a-number",
  "port-out-of-range", // not 1 to 65535
  "not-a-host", // neither a host name nor an address
  "not-an-ipv4-address", // digits and dots, but not four numbers up to 255
  "not-an-ipv6-address", // brackets around something else
  "ipv6-without-brackets", // where the address ends and the port begins cannot be told
  "ipv6-zone", // a zone names an interface of one computer
  "account-control-characters",
  "account-too-long", // SOCKS5 has 255 bytes for the name and for the password (RFC 1929)
  "colon-in-user-name", // an HTTP login cannot carry it (RFC 7617)
] as const;
export type SkipCode = (typeof SKIP_CODES)[number];
