/** Decodes percent escapes of UTF-8. Null: they are not UTF-8. */
export function decodeUtf8(escapes: string): string | null {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return null;
  }
}
