import type { Tag } from "../model/outbound.ts";

/**
 * Rules compiled to a lookup, as plain JSON: a host name maps to the index of the first rule that names it. The lookup
 * costs the same for 10 rules and 100,000: one look for the exact name, one a label for the suffixes.
 */
export interface CompiledRules {
  /** Exact names. */
  readonly domain: Readonly<Record<string, number>>;
  /** Suffixes that match themselves and what is below. */
  readonly suffix: Readonly<Record<string, number>>;
  /** Suffixes that match only what is below (written with a leading dot). */
  readonly below: Readonly<Record<string, number>>;
  /** The outbound of each rule. */
  readonly outbounds: readonly Tag[];
}
