import { compileRegex } from "./compile-regex.ts";
import { createCompiler } from "./compiler.ts";
import type { RegexProgram } from "./contract.ts";

/** Compiles rules of every kind. */
export const compileRules = createCompiler(programOf);

/** A configuration with an expression that cannot be compiled is refused, so this is a mistake of ours. */
function programOf(regex: string): RegexProgram {
  const compiled = compileRegex(regex);
  if (!compiled.ok) throw new Error(`a rule with a regular expression that was to be refused: ${compiled.error}`);
  return compiled.value;
}
