/**
 * Keeps a name or an address from being reordered by the words around it, where there can be no `<bdi>`: in an
 * `<option>`, an attribute, an announcement. (U+2068 first strong isolate, U+2069 pop.)
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`;
