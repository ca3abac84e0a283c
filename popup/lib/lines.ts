/** How many lines a text has; an empty one has one. */
export function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Where a line (counted from 1) begins and ends in a text; a line past the end is the last one. */
export function lineSpan(text: string, line: number): { readonly start: number; readonly end: number } {
  let start = 0;
  for (let left = line - 1; left > 0; left--) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}
