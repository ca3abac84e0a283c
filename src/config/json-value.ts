import type { Node } from "jsonc-parser";

/** The value of a tree, in objects where a field named `__proto__` is a field like any other. */
export function jsonValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(jsonValue);
  if (node.type !== "object") return node.value;
  const entries = (node.children ?? []).map(({ children }): [string, unknown] => {
    const [name, value] = children ?? [];
    return [String(name?.value), value ? jsonValue(value) : undefined];
  });
  return Object.fromEntries(entries);
}
