import type { Rule } from "../model/settings.ts";
import type { CompiledRules } from "./contract.ts";

/** Compiles rules to a lookup. A name that several rules hold belongs to the first of them. */
export function compileRules(rules: readonly Rule[]): CompiledRules {
  const domain = new Map<string, number>();
  const suffix = new Map<string, number>();
  const below = new Map<string, number>();
  rules.forEach((rule, index) => {
    for (const name of rule.domain) keepFirst(domain, name, index);
    for (const name of rule.domainSuffix)
      if (name.startsWith(".")) keepFirst(below, name.slice(1), index);
      else keepFirst(suffix, name, index);
  });
  return {
    domain: Object.fromEntries(domain),
    suffix: Object.fromEntries(suffix),
    below: Object.fromEntries(below),
    outbounds: rules.map((rule) => rule.outbound),
  };
}

function keepFirst(names: Map<string, number>, name: string, index: number): void {
  if (!names.has(name)) names.set(name, index);
}
