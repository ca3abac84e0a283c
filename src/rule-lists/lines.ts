/** The lines of a text, without a mark of its encoding, and without what surrounds them. */
export const linesOf = (text: string): readonly string[] =>
  text
    .replace(/^\ufeff/, "")
    .split(/\r\n?|\n/)
    .map((line) => line.trim());
