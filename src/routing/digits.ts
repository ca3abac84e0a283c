/**
 * Digits that stand in no host name, need no escape in JSON or in a script's text, and are ASCII, so that a number may
 * follow a name without a mark between them.
 */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!#$%&()*+/;<=>?@[]^`{|}~";

/** Stands between labels, sorted before all that a label may have: what is below a name comes right behind it. */
export const SEPARATOR = ",";

/** How many digits there are. */
export const BASE = DIGITS.length;

/** The value of a digit by its character code; -1: a character of a name. */
export const VALUES: readonly number[] = Array.from({ length: 128 }, (_, code) =>
  DIGITS.indexOf(String.fromCharCode(code)),
);

/** A whole number, 0 or more. @param width filled up with zeros to so many digits */
export function writeNumber(number: number, width = 1): string {
  let text = "";
  for (let rest = number; rest > 0; rest = Math.floor(rest / DIGITS.length))
    text = (DIGITS[rest % DIGITS.length] ?? "") + text;
  return text.padStart(width, DIGITS[0]);
}

/** Reads what `writeNumber` wrote; nothing at all is 0. */
export function readNumber(text: string): number {
  let number = 0;
  for (const digit of text) number = number * DIGITS.length + DIGITS.indexOf(digit);
  return number;
}

/** How many digits the numbers below `end` need; 0 when there is but the zero. */
export function widthBelow(end: number): number {
  return end <= 1 ? 0 : writeNumber(end - 1).length;
}
