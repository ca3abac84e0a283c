import { decodeUtf8 } from "../lib/decode-utf8.ts";

/**
 * Decodes percent escapes (RFC 3986, UTF-8). What is not a valid escape stays as it stands: people paste passwords with
 * a bare "%".
 */
export function percentDecode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => decodeUtf8(escapes) ?? escapes);
}
