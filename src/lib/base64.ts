import { decodeUtf8 } from "./decode-utf8.ts";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Decodes base64 of UTF-8 text, of either alphabet (RFC 4648), with or without padding. Written out because `atob` does
 * not exist in the core.
 *
 * @returns null: not base64, or not text
 */
export function base64Text(text: string): string | null {
  const digits = text
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/={1,2}$/, "");
  if (!/^[A-Za-z0-9+/]+$/.test(digits) || digits.length % 4 === 1) return null;
  let escapes = "";
  let bits = 0;
  let held = 0;
  for (const digit of digits) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xfff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    escapes += `%${((bits >> held) & 0xff).toString(16).padStart(2, "0")}`;
  }
  return decodeUtf8(escapes);
}
