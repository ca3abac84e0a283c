import { fail, type Outcome, ok } from "../lib/result.ts";
import type { Config } from "../model/config.ts";
import { checkConfig } from "./check-config.ts";
import { duplicateNames } from "./duplicate-names.ts";
import { createFinder } from "./finder.ts";
import { jsonTree } from "./json-tree.ts";
import { jsonValue } from "./json-value.ts";
import { createLines } from "./lines.ts";
import type { ConfigProblem } from "./problem.ts";
import { pathText } from "./reader.ts";

export { checkConfig };

export interface Parsed {
  readonly config: Config;
  /** What was left out or is without effect. */
  readonly notes: readonly ConfigProblem[];
}

/**
 * Reads a configuration as a person writes it: JSON with comments and trailing commas, as sing-box takes it.
 *
 * @returns the checked configuration with remarks, or everything that is wrong; nothing is half-applied
 */
export function parseConfig(text: string): Outcome<Parsed, readonly ConfigProblem[]> {
  const lineAt = createLines(text);
  const { root, faults } = jsonTree(text);
  if (!root)
    return fail(faults.map(({ offset, ...fault }) => ({ path: "", ...fault, line: lineAt(offset), level: "error" })));
  const twice = duplicateNames(root).map(
    ({ path, offset }): ConfigProblem => ({
      path: pathText(path),
      came: "the same name twice",
      expected: "each name once",
      line: lineAt(offset),
      level: "error",
    }),
  );
  const offsetOf = createFinder(root);
  const { config, findings } = checkConfig(jsonValue(root));
  const found = findings.map(({ path, ...finding }) => ({
    path: pathText(path),
    ...finding,
    line: lineAt(offsetOf(path)),
  }));
  const wrong = [...twice, ...found].filter(({ level }) => level === "error");
  return wrong.length > 0 ? fail(wrong) : ok({ config, notes: found });
}
