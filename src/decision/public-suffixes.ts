// The package's list without its search: that one is made for compilers, and where there are none it takes five times as long.
import {
  edgeChild,
  edgeLength,
  edgeStart,
  exceptionsRoot,
  labelText,
  nodeFlags,
  rulesRoot,
} from "tldts/dist/es6/src/data/trie.js";

/** What the list says of a name; a sum of these. */
export const SUFFIX = 1;
/** Each label before it makes a suffix: `*.ck`. */
export const WILDCARD = 2;
/** It is none although a wildcard says so: `!www.ck`. */
export const EXCEPTION = 4;

/**
 * Every name in the public suffix list, with its private part: an engine finds a text in a map by itself. The list comes as
 * a tree of labels (tldts): the children of a node are the edges from `edgeStart` on, and `labelText` is all their labels in
 * the order of the edges.
 */
export function readSuffixes(): ReadonlyMap<string, number> {
  const suffixes = new Map<string, number>();
  const offsets = offsetsOf(edgeLength);

  function add(name: string, kind: number): void {
    suffixes.set(name, (suffixes.get(name) ?? 0) | kind);
  }

  /** @param parent the name of the node, with a dot before it */
  function visit(node: number, parent: string, kind: number): void {
    for (let edge = edgeStart[node] ?? 0; edge < (edgeStart[node + 1] ?? 0); edge++) {
      const at = offsets[edge] ?? 0;
      const label = labelText.slice(at, at + (edgeLength[edge] ?? 0));
      const child = edgeChild[edge] ?? 0;
      const isRule = nodeFlags[child] !== 0;
      if (isRule && label === "*") add(parent.slice(1), WILDCARD);
      else if (isRule) add(label + parent, kind);
      visit(child, `.${label}${parent}`, kind);
    }
  }

  visit(rulesRoot, "", SUFFIX);
  visit(exceptionsRoot, "", EXCEPTION);
  return suffixes;
}

function offsetsOf(lengths: Uint8Array): readonly number[] {
  let next = 0;
  return Array.from(lengths, (length) => {
    next += length;
    return next - length;
  });
}
