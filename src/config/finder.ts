import type { Node } from "jsonc-parser";
import type { Path } from "./reader.ts";

/**
 * Finds where the value at a path stands; of a missing one, what it is missing from. The fields of an object are put in
 * a map when it is first asked for: ten thousand problems in one object take no longer than in ten thousand.
 *
 * @returns an offset in the text
 */
export function createFinder(root: Node): (path: Path) => number {
  const known = new Map<Node, ReadonlyMap<string, Node>>();
  const fieldsOf = (node: Node): ReadonlyMap<string, Node> => {
    const fields = known.get(node) ?? new Map((node.children ?? []).flatMap(fieldOf));
    known.set(node, fields);
    return fields;
  };
  return (path) => {
    let node = root;
    for (const part of path) {
      const next = typeof part === "number" ? node.children?.[part] : fieldsOf(node).get(part);
      if (!next) break;
      node = next;
    }
    return node.offset;
  };
}

function fieldOf({ children }: Node): [string, Node][] {
  const [name, value] = children ?? [];
  return name && value ? [[String(name.value), value]] : [];
}
