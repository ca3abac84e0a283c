import { isFields } from "./fields.ts";

/** Fields whose value is a secret, or may hold one. */
const SECRET = /^(?:username|password|user|pass|uuid|psk|private_key|headers|auth.*)$/;
/** Fields for a host, where `host:port` with more behind it may stand by mistake. */
const HOST = /^(?:server|domain|domain_suffix)$/;
/** Fields whose values have colons of their own. */
const COLONS = /^(?:ip_cidr|domain_regex)$/;

/**
 * What came, in a few words: the value itself, or only its kind where it may hold an account or a key.
 *
 * @param path the last name in it says what the value is
 */
export function describe(value: unknown, path: readonly (string | number)[]): string {
  const name = path.findLast((part) => typeof part === "string") ?? "";
  if (SECRET.test(name) || value === undefined || typeof value === "object") return kindOf(value);
  if (typeof value === "string" && mayHoldAccount(value, name)) return kindOf(value);
  const text = JSON.stringify(value) ?? kindOf(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** `user:pass@host:port`, `host:port:user:pass`, an address with a key in it: a line that was pasted into the wrong place. */
function mayHoldAccount(text: string, name: string): boolean {
  if (/[@?]/.test(text) || (HOST.test(name) && text.includes(":"))) return true;
  // The colons of a scheme and of an IPv6 address in brackets are none of those.
  return !COLONS.test(name) && /:.*:/s.test(text.replace(/^[a-z][a-z0-9+.-]*:\/\/|\[[0-9a-f:.]*\]/gi, ""));
}

/** `a text of 9 characters`, `a list of 2`: never the value. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (isFields(value)) return "an object";
  if (typeof value === "string") return `a text of ${value.length} ${value.length === 1 ? "character" : "characters"}`;
  return typeof value === "boolean" ? "true or false" : `a ${typeof value}`;
}
