import { fail, type Outcome, ok } from "../lib/result.ts";
import type { Config } from "../model/config.ts";
import { checkConfig } from "./check-config.ts";
import type { ConfigProblem } from "./problem.ts";
import { readText } from "./read-text.ts";

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
  const read = readText(text);
  if (!read.ok) return read;
  const { value, twice, problemOf } = read.value;
  const { config, findings } = checkConfig(value);
  const found = findings.map(problemOf);
  const wrong = [...twice.map(problemOf), ...found].filter(({ level }) => level === "error");
  return wrong.length > 0 ? fail(wrong) : ok({ config, notes: found });
}
