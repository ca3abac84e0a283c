import type { Node } from "jsonc-parser";
import { fail, type Outcome, ok } from "../lib/result.ts";
import { duplicateNames } from "./duplicate-names.ts";
import { createFinder } from "./finder.ts";
import { jsonTree } from "./json-tree.ts";
import type { ConfigProblem } from "./problem.ts";
import { type Finding, pathText } from "./reader.ts";

/** A finding of which the text itself may say where it is. */
export interface TextFinding extends Finding {
  readonly offset?: number;
}

/** A configuration's text as a value, not checked yet. */
export interface ReadText {
  readonly value: unknown;
  /** Names that an object has twice: the value has the last of the two. */
  readonly twice: readonly TextFinding[];
  /** Says where in the text a finding is. */
  readonly problemOf: (finding: TextFinding) => ConfigProblem;
}

/** @returns what keeps the text from being read at all */
export function readText(text: string): Outcome<ReadText, readonly ConfigProblem[]> {
  const lineAt = createLines(text);
  const { root, faults } = jsonTree(text);
  if (!root)
    return fail(faults.map(({ offset, ...fault }) => ({ path: "", ...fault, line: lineAt(offset), level: "error" })));
  const offsetOf = createFinder(root);
  const twice = duplicateNames(root).map(
    (found): TextFinding => ({ ...found, came: "the same name twice", expected: "each name once", level: "error" }),
  );
  return ok({
    value: jsonValue(root),
    twice,
    problemOf: ({ path, came, expected, level, offset }) => ({
      path: pathText(path),
      came,
      expected,
      line: lineAt(offset ?? offsetOf(path)),
      level,
    }),
  });
}

/** The value of a tree, in objects where a field named `__proto__` is a field like any other. */
function jsonValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(jsonValue);
  if (node.type !== "object") return node.value;
  const entries = (node.children ?? []).map(({ children }): [string, unknown] => {
    const [name, value] = children ?? [];
    return [String(name?.value), value ? jsonValue(value) : undefined];
  });
  return Object.fromEntries(entries);
}

/** Gives the line of an offset in a text, counted from 1, by binary search. */
function createLines(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
