import type { CompiledRules } from "./contract.ts";

/** Compiled rules in maps, made once; a name such as `__proto__` is a name like any other. */
export interface RuleIndex {
  readonly domain: ReadonlyMap<string, number>;
  readonly suffix: ReadonlyMap<string, number>;
  readonly below: ReadonlyMap<string, number>;
}

export function loadRules({ domain, suffix, below }: CompiledRules): RuleIndex {
  return {
    domain: new Map(Object.entries(domain)),
    suffix: new Map(Object.entries(suffix)),
    below: new Map(Object.entries(below)),
  };
}

const NONE = Number.POSITIVE_INFINITY;

/** No rule holds a longer name, so none has to be looked for: a page may ask for a host of a million labels. */
const LONGEST = 253;

/**
 * The first rule in the user's order that matches a host: one look for the exact name and two a label, whatever the
 * number of rules.
 *
 * @param host lower-case punycode without a trailing dot
 * @returns the rule's index; null: none matches
 */
export function matchRule({ domain, suffix, below }: RuleIndex, host: string): number | null {
  let first = Math.min(domain.get(host) ?? NONE, suffix.get(host) ?? NONE);
  if (suffix.size + below.size > 0)
    for (let dot = host.indexOf(".", host.length - LONGEST - 1); dot >= 0; dot = host.indexOf(".", dot + 1)) {
      const parent = host.slice(dot + 1);
      first = Math.min(first, suffix.get(parent) ?? NONE, below.get(parent) ?? NONE);
    }
  return first === NONE ? null : first;
}
