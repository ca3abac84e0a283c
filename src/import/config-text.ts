import { applyEdits, findNodeAtLocation, getNodeValue, modify, type Node } from "jsonc-parser";
import { isFields } from "../config/fields.ts";
import { jsonTree } from "../config/json-tree.ts";
import { appendChildren } from "./append-children.ts";

type Path = readonly (string | number)[];

/** The value at a place of a configuration's text; undefined when there is none, or null. */
export function valueAt(text: string, path: Path): unknown {
  const node = nodeAt(text, path);
  const value: unknown = node && getNodeValue(node);
  return value ?? undefined;
}

/** Puts items at the end of a list. A single text in the place of a list becomes a list first, a missing one is made. */
export function addToList(text: string, path: Path, items: readonly unknown[]): string {
  const value = valueAt(text, path);
  const lone = Array.isArray(value) ? null : value === undefined ? [] : [value];
  const prepared = lone === null ? text : setField(text, path, lone);
  const list = nodeAt(prepared, path);
  return list?.type === "array" ? applyEdits(prepared, appendChildren(prepared, list, items.map(oneLine))) : prepared;
}

/** Sets a field of an object that may lack it; an object that is missing on the way is made, another value is left. */
export function setField(text: string, path: Path, value: unknown): string {
  const name = path.at(-1);
  const around = path.slice(0, -1);
  if (nodeAt(text, path)) return applyEdits(text, modify(text, [...path], value, {}));
  if (typeof name !== "string") return text;
  if (around.length > 0 && valueAt(text, around) === undefined) return setField(text, around, { [name]: value });
  const parent = nodeAt(text, around);
  const field = `${JSON.stringify(name)}: ${oneLine(value)}`;
  return parent?.type === "object" ? applyEdits(text, appendChildren(text, parent, [field])) : text;
}

/** Sets fields of several objects that are there. Nothing else of the text changes. */
export function setFields(
  text: string,
  objects: readonly { readonly path: Path; readonly fields: Readonly<Record<string, unknown>> }[],
): string {
  const { root } = jsonTree(text);
  const edits = objects.flatMap(({ path, fields }) => {
    const object = root && findNodeAtLocation(root, [...path]);
    if (object?.type !== "object") return [];
    const written = Object.entries(fields).map(
      ([name, value]) => [name, oneLine(value), findNodeAtLocation(object, [name])] as const,
    );
    const changed = written.flatMap(([, content, node]) =>
      node ? [{ offset: node.offset, length: node.length, content }] : [],
    );
    const missing = written
      .filter(([, , node]) => !node)
      .map(([name, content]) => `${JSON.stringify(name)}: ${content}`);
    return [...changed, ...appendChildren(text, object, missing)];
  });
  return applyEdits(text, edits);
}

function nodeAt(text: string, path: Path): Node | undefined {
  const { root } = jsonTree(text);
  return root ? findNodeAtLocation(root, [...path]) : undefined;
}

/** JSON on one line, with the spaces a person would put: `{ "type": "http", "tag": "de-1" }`. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (!isFields(value)) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${oneLine(field)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
