import type { Node } from "jsonc-parser";
import type { Path } from "./reader.ts";

/** Names that an object has twice: the first of the two would be lost without a word. */
export function duplicateNames(root: Node): readonly { readonly path: Path; readonly offset: number }[] {
  const found: { path: Path; offset: number }[] = [];
  const walk = (node: Node, path: Path): void => {
    const seen = new Set<string>();
    node.children?.forEach((child, place) => {
      if (node.type === "array") {
        walk(child, [...path, place]);
        return;
      }
      const [name, value] = child.children ?? [];
      const key = String(name?.value);
      if (seen.has(key)) found.push({ path: [...path, key], offset: child.offset });
      seen.add(key);
      if (value) walk(value, [...path, key]);
    });
  };
  walk(root, []);
  return found;
}
