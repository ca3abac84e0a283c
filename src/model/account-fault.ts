import type { Account, ProxyProtocol } from "./outbound.ts";

/** What keeps an account from being told to a proxy letter by letter, and where it is. */
export interface AccountFault {
  readonly at: "username" | "password";
  readonly code: "control-characters" | "colon" | "too-long";
}

/** RFC 1929 writes the length of either into one byte. */
const SOCKS5_BYTES = 255;

/**
 * HTTP logins end the name at the first ":" (RFC 7617). SOCKS5 has 255 bytes for each; SOCKS4 has a name that ends at a
 * zero byte, and no password. Half a character (a lone surrogate) cannot be written in UTF-8 at all.
 *
 * @returns the first fault; null: it can be told
 */
export function accountFault(account: Account, protocol: ProxyProtocol): AccountFault | null {
  const socks = protocol === "socks4" || protocol === "socks5";
  for (const at of ["username", "password"] as const) {
    if (/[\p{Cc}\p{Cs}]/u.test(account[at])) return { at, code: "control-characters" };
    if (!socks && at === "username" && account[at].includes(":")) return { at, code: "colon" };
    if (protocol === "socks5" && utf8Length(account[at]) > SOCKS5_BYTES) return { at, code: "too-long" };
  }
  return null;
}

/** Bytes of a text without lone surrogates in UTF-8. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
