/** The blocks of the scripts that are written from right to left. */
const RIGHT = "\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}";
const HAS_RIGHT = new RegExp(`[${RIGHT}]`, "u");
const STARTS_WITH_LETTER = /^\p{L}/u;
const LEFT_LETTER = new RegExp(`(?![${RIGHT}])\\p{L}`, "u");
const ENDS_READABLE = /[\p{L}\p{Nd}]\p{M}*$/u;
const EUROPEAN_DIGIT = /[0-9\u06f0-\u06f9]/;
const ARABIC_DIGIT = /[\u0660-\u0669]/;

/**
 * Whether a browser takes a name with labels written from right to left: the Bidi rule (RFC 5893, section 2), on the
 * strict side. In such a name every label begins with a letter, and no label mixes both directions.
 *
 * @param name in Unicode, not in punycode
 */
export function keepsBidiRule(name: string): boolean {
  if (!HAS_RIGHT.test(name)) return true;
  return name.split(".").every((label) => {
    if (!STARTS_WITH_LETTER.test(label) || !ENDS_READABLE.test(label)) return false;
    if (!HAS_RIGHT.test(label)) return true;
    return !LEFT_LETTER.test(label) && !(EUROPEAN_DIGIT.test(label) && ARABIC_DIGIT.test(label));
  });
}
