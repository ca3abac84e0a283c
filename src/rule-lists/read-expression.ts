import type { Read } from "./collector.ts";
import { regexRead } from "./regex-read.ts";

/** How an expression may begin that asks for the scheme. */
const SCHEME = /^\^(https\?|https|http|\(https\?\)|\(\?:https\?\)):\\?\/\\?\//;
/** How one may end that asks for the end of the host, and for whatever follows. */
const HOST_ENDS = /\\?\/(?:\.\*)?\$?$/;

/**
 * Turns an expression about addresses into one about hosts, where it asks for nothing but scheme and host. One that asks for
 * a path, or for the end of an address, is left out.
 */
export function readExpression(expression: string): Read {
  const scheme = SCHEME.exec(expression);
  const rest = scheme ? expression.slice(scheme[0].length) : expression;
  if (!scheme && rest.startsWith("^")) return "pattern";
  const host = rest.replace(HOST_ENDS, "");
  const { slash, alternation } = marksIn(host);
  if (slash || /(?<!\\)\$$/.test(host)) return "path";
  // What stands on one side of it has no scheme before it, or no end behind it.
  if (alternation) return "pattern";
  const over = scheme?.[1] === "https" ? "https" : scheme?.[1] === "http" ? "http" : undefined;
  return regexRead(`${scheme ? "^" : ""}${host}${host === rest ? "" : "$"}`, over);
}

/** Whether a slash or a colon is looked for, and whether there is a choice that is not within brackets. */
function marksIn(expression: string): { readonly slash: boolean; readonly alternation: boolean } {
  let slash = false;
  let alternation = false;
  let depth = 0;
  // Characters of a class do not count: a class looks for none of them in particular.
  for (const [mark] of expression.matchAll(/\\\/|\\.|\[(?:\\.|[^\]\\])*\]|\(\?:|[()|/:]/gs)) {
    if (mark === "\\/" || mark === "/" || mark === ":") slash = true;
    else if (mark === "(" || mark === "(?:") depth++;
    else if (mark === ")") depth--;
    else if (mark === "|" && depth === 0) alternation = true;
  }
  return { slash, alternation };
}
