import { compileRegex } from "../routing/compile-regex.ts";
import type { Read } from "./collector.ts";

/** An expression for hosts; left out when it cannot be run in linear time. */
export function regexRead(regex: string, protocol?: "http" | "https"): Read {
  if (!compileRegex(regex).ok) return "pattern";
  return { kind: "domainRegex", value: regex, ...(protocol ? { protocol } : {}) };
}
