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
import { onceMade } from "../lib/memo.ts";

/** What the list says of a name; a sum of these. */
export const SUFFIX = 1;
/** Each label before it makes a suffix: `*.ck`. */
export const WILDCARD = 2;
/** It is none although a wildcard says so: `!www.ck`. */
export const EXCEPTION = 4;

/**
 * Every name in the public suffix list, with its private part, that ends in this label: an engine finds a text in a map by
 * itself, and no host needs more of the list. It comes as a tree of labels (tldts): the children of a node are the edges from
 * `edgeStart` on, and `labelText` is all their labels in the order of the edges.
 */
export function readSuffixes(top: string): ReadonlyMap<string, number> {
  const suffixes = new Map<string, number>();
  const offsets = offsetsOf();

  function add(name: string, kind: number): void {
    suffixes.set(name, (suffixes.get(name) ?? 0) | kind);
  }

  /**
   * @param parent the name of the node, with a dot before it
   * @param only the one label that is wanted below it; null: all are
   */
  function visit(node: number, parent: string, kind: number, only: string | null): void {
    for (let edge = edgeStart[node] ?? 0; edge < (edgeStart[node + 1] ?? 0); edge++) {
      const at = offsets[edge] ?? 0;
      const label = labelText.slice(at, at + (edgeLength[edge] ?? 0));
      if (only !== null && label !== only) continue;
      const child = edgeChild[edge] ?? 0;
      const isRule = nodeFlags[child] !== 0;
      if (isRule && label === "*") add(parent.slice(1), WILDCARD);
      else if (isRule) add(label + parent, kind);
      visit(child, `.${label}${parent}`, kind, null);
    }
  }

  visit(rulesRoot, "", SUFFIX, top);
  visit(exceptionsRoot, "", EXCEPTION, top);
  return suffixes;
}

const offsetsOf = onceMade((): Uint32Array => {
  const offsets = new Uint32Array(edgeLength.length);
  for (let edge = 1; edge < offsets.length; edge++)
    offsets[edge] = (offsets[edge - 1] ?? 0) + (edgeLength[edge - 1] ?? 0);
  return offsets;
});
