import { fail, type Outcome, ok } from "../lib/result.ts";
import { duplicateNames } from "./duplicate-names.ts";
import { createFinder } from "./finder.ts";
import { jsonTree } from "./json-tree.ts";
import { jsonValue } from "./json-value.ts";
import { createLines } from "./lines.ts";
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
