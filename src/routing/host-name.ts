import punycode from "punycode/";
import { keepsBidiRule } from "./bidi.ts";
import { isIpv4 } from "./ip-literal.ts";

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST = 253;

/** Marks that silence a vowel, after which a joiner may stand (combining class 9; RFC 5892, appendix A.1 and A.2). */
const VIRAMA =
  "\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0f84\\u1039\\u103a\\u17d2";

/** Arabic letters joined on both sides, those joined to the one before only, and marks that do not count (ArabicShaping). */
const DUAL =
  "\\u0620\\u0626\\u0628\\u062a-\\u062e\\u0633-\\u063f\\u0641-\\u0647\\u0649\\u064a\\u066e\\u066f\\u0678-\\u0687\\u069a-\\u06bf\\u06c1\\u06c2\\u06cc\\u06ce\\u06d0\\u06d1\\u06fa-\\u06fc\\u06ff";
const RIGHT =
  "\\u0622-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0673\\u0675-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2\\u06d3\\u06d5\\u06ee\\u06ef";
const MARK = "[\\u064b-\\u065f\\u0670]*";

/** Where a browser lets a joiner stand; elsewhere it refuses the name, and so do we (the scripts that we know). */
const JOINER = `(?<=[${VIRAMA}])[\\u200c\\u200d]|(?<=[${DUAL}]${MARK})\\u200c(?=${MARK}[${DUAL}${RIGHT}])`;

/**
 * Letters, marks, digits, symbols such as emoji, and the few other characters that names hold (RFC 5892, appendix A);
 * joiners where they join. What a browser drops unseen (a soft hyphen, a zero-width space) is not among them: with it,
 * what is kept here and what the browser looks up would be two names. Capital sharp s is read in two ways by two versions
 * of UTS 46.
 */
const PLAIN = new RegExp(
  `^(?:(?!\\p{Default_Ignorable_Code_Point}|\\u1e9e)[\\p{L}\\p{M}\\p{N}\\p{So}_.\\u00b7\\u05f3\\u05f4\\u30fb-]|${JOINER})+$`,
  "u",
);

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
