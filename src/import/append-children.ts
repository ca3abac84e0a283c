import type { Edit, Node } from "jsonc-parser";

/**
 * Edits that put items at the end of a list or an object, laid out as its last child is: each on a line of its own, or
 * all on the same. Nothing that is there changes: a comment behind the last child stays behind it. jsonc-parser's own
 * insertion takes one item a time and lays out the whole line anew, which spreads a group over many lines.
 *
 * @param items JSON texts of values, or of `"name": value` for an object
 */
export function appendChildren(text: string, parent: Node, items: readonly string[]): Edit[] {
  if (items.length === 0) return [];
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const last = parent.children?.at(-1);
  if (!last) {
    const outer = indentAt(text, parent.offset);
    const lines = items.map((item) => `${eol}${outer}  ${item}`);
    return [{ offset: parent.offset + 1, length: 0, content: `${lines.join(",")}${eol}${outer}` }];
  }
  const end = last.offset + last.length;
  const indent = indentAt(text, last.offset);
  const startsLine = text.slice(lineStart(text, last.offset), last.offset) === indent;
  if (!startsLine) return [{ offset: end, length: 0, content: items.map((item) => `, ${item}`).join("") }];
  const lines = items.map((item) => `${eol}${indent}${item}`).join(",");
  const [rest = "", comma] = REST_OF_LINE.exec(text.slice(end)) ?? [];
  const place = end + rest.length;
  if (comma !== undefined) return [{ offset: place, length: 0, content: lines }];
  if (rest === "") return [{ offset: end, length: 0, content: `,${lines}` }];
  return [
    { offset: end, length: 0, content: "," },
    { offset: place, length: 0, content: lines },
  ];
}

/** A trailing comma and a comment, when nothing else stands on the line. */
const REST_OF_LINE = /^([ \t]*,)?[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/)?[ \t]*(?=[\r\n])/;

const lineStart = (text: string, offset: number): number =>
  Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}
