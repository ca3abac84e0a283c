import { createCompiler } from "./compiler.ts";

/**
 * Compiles rules without regular expressions, or takes such as are compiled already. What reads expressions is as long as
 * half of all else, and a background that was woken for a request has none to read.
 */
export const compilePlain = createCompiler((regex) => {
  throw new Error(`expected rules that are compiled, got a regular expression: ${regex}`);
});
