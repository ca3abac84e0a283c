import { fail, type Outcome, ok } from "../lib/result.ts";
import { checkAccount, readBase64UserInfo, readUserInfo } from "./account.ts";
import { readEndpoint } from "./endpoint.ts";
import type { ParsedProxy } from "./parsed-proxy.ts";
import { percentDecode } from "./percent.ts";
import { FOREIGN_SCHEMES, SCHEMES, type Scheme } from "./schemes.ts";
import type { SkipReason } from "./skip-reason.ts";

const URI = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is;

interface Parts {
  /** Null: no "@". */
  readonly userInfo: string | null;
  readonly endpoint: string;
  readonly path: string;
  readonly fragment: string;
}

/**
 * Reads `scheme://user:pass@host:port#name`. Lenient where people are: a raw "@", "/", "?" or "#" inside a password is
 * understood when the line makes no sense otherwise.
 *
 * @returns null: not a URI
 */
export function readProxyUri(line: string): Outcome<ParsedProxy, SkipReason> | null {
  const [, written, rest = ""] = URI.exec(line) ?? [];
  if (written === undefined) return null;
  const name = written.toLowerCase();
  const foreign = FOREIGN_SCHEMES.find((one) => one === name);
  if (foreign) return fail({ code: "foreign-scheme", scheme: foreign });
  const scheme = SCHEMES.get(name);
  if (!scheme) return fail({ code: "unknown-scheme" });
  const strict = readParts(scheme, strictParts(rest), scheme.usualPort);
  if (strict.ok || !rest.includes("@")) return strict;
  const lenient = readParts(scheme, lenientParts(rest), null);
  return lenient.ok ? lenient : strict;
}

/** As RFC 3986 cuts it, except that the last "@" ends the account. */
function strictParts(rest: string): Parts {
  const [, authority = "", path = "", fragment = ""] = /^([^/?#]*)([^#]*)#?(.*)$/s.exec(rest) ?? [];
  const at = authority.lastIndexOf("@");
  const userInfo = at < 0 ? null : authority.slice(0, at);
  return { userInfo, endpoint: authority.slice(at + 1), path, fragment };
}

/** The last "@" of the whole ends the account, whatever stands before it. */
function lenientParts(rest: string): Parts {
  const at = rest.lastIndexOf("@");
  return { ...strictParts(rest.slice(at + 1)), userInfo: rest.slice(0, at) };
}

function readParts(scheme: Scheme, parts: Parts, usualPort: number | null): Outcome<ParsedProxy, SkipReason> {
  // An "@" in the path is the tail of an account with a slash in it: what looks like the host is its user name.
  if (parts.path.includes("@")) return fail({ code: "not-a-proxy" });
  const endpoint = readEndpoint(parts.endpoint, usualPort);
  if (!endpoint.ok) return endpoint;
  const { protocol, remoteDns } = scheme;
  const socks = protocol === "socks4" || protocol === "socks5";
  if (!socks && !/^\/?$/.test(parts.path)) return fail({ code: "web-address" });
  const written = parts.userInfo === null ? null : readUserInfo(parts.userInfo);
  const base64 = socks && parts.userInfo !== null ? readBase64UserInfo(parts.userInfo) : null;
  const account = checkAccount(base64 ?? written, protocol);
  if (!account.ok) return account;
  return ok({ protocol, ...endpoint.value, account: account.value, name: readName(parts.fragment), remoteDns });
}

function readName(fragment: string): string | null {
  const name = percentDecode(fragment)
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return name === "" ? null : name;
}
