import punycode from "punycode/";
import { keepsBidiRule } from "./bidi.ts";
import { isIpv4 } from "./ip-literal.ts";

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST = 253;

/**
 * Letters, marks, digits, symbols such as emoji, and the few other characters that names hold (RFC 5892, appendix A);
 * joiners where they join. What a browser drops unseen (a soft hyphen, a zero-width space) is not among them: with it,
 * what is kept here and what the browser looks up would be two names. Capital sharp s is read in two ways by two versions
 * of UTS 46.
 */
const PLAIN =
  /^(?:(?!\p{Default_Ignorable_Code_Point}|\u1e9e)[\p{L}\p{M}\p{N}\p{So}_.\u00b7\u05f3\u05f4\u30fb-]|(?<=[\p{M}\p{Script=Arabic}])[\u200c\u200d])+$/u;

/** A last label of this form makes the whole an IPv4 address, or nothing (WHATWG URL, "ends in a number"). */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;

/**
 * A host name in lower-case punycode, or an IPv4 address as four numbers; without a trailing dot. Full-width letters and
 * dots are folded as UTS 46 does (by NFKC). Whatever is not plainly right is refused: Chrome takes a proxy whose name it
 * cannot read as none at all, and goes direct.
 *
 * @returns null: neither
 */
export function canonicalName(text: string): string | null {
  const folded = ASCII.test(text) ? text.toLowerCase() : foldPlain(text);
  const name = folded === null ? null : attempt(punycode.toASCII, folded.replace(/\.$/, ""));
  if (name === null || name.length > LONGEST) return null;
  const labels = name.split(".");
  if (NUMBER.test(labels.at(-1) ?? "")) return isIpv4(name) ? name : null;
  if (!labels.every((label) => LABEL.test(label))) return null;
  return !name.includes("xn--") || isSound(name) ? name : null;
}

/** Punycode must be what its own characters give, and keep the Bidi rule: browsers refuse others (UTS 46, validity). */
function isSound(name: string): boolean {
  const decoded = attempt(punycode.toUnicode, name);
  if (decoded === null || !PLAIN.test(decoded) || /^\p{M}|\.\p{M}/u.test(decoded)) return false;
  if (decoded.split(".").some((label) => label.startsWith("xn--"))) return false;
  return attempt(punycode.toASCII, fold(decoded)) === name && keepsBidiRule(decoded);
}

const ASCII = /^[\w.-]+$/;
const DOTS = /[\u3002\uff0e\uff61]/g;

const foldPlain = (text: string): string | null => (PLAIN.test(text.replace(DOTS, ".")) ? fold(text) : null);

const fold = (text: string): string => text.normalize("NFKC").toLowerCase().normalize("NFKC").replaceAll("\u3002", ".");

/** `punycode` throws at what it cannot write. */
function attempt(write: (name: string) => string, name: string): string | null {
  try {
    return write(name);
  } catch {
    return null;
  }
}
