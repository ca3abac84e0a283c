/**
 * Decodes percent escapes (RFC 3986, UTF-8). What is not a valid escape stays as it stands: people paste passwords with
 * a bare "%".
 */
export function percentDecode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => decodeUtf8(escapes) ?? escapes);
}

/** Null: escapes that are not UTF-8. */
export function decodeUtf8(escapes: string): string | null {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return null;
  }
}
