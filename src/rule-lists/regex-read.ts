import { compileRegex } from "../routing/compile-regex.ts";
import type { Read } from "./collector.ts";

/** Reading one takes longer than its length; nobody writes such. */
export const LONGEST_EXPRESSION = 2_000;

/** An expression for hosts; left out when it cannot be run in linear time. */
export function regexRead(regex: string, protocol?: "http" | "https"): Read {
  if (regex.length > LONGEST_EXPRESSION || !compileRegex(regex).ok) return "pattern";
  return { kind: "domainRegex", value: regex, ...(protocol ? { protocol } : {}) };
}
