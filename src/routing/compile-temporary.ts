import { memoOf } from "../lib/memo.ts";
import type { TemporaryRule } from "../model/temporary-rule.ts";
import { compilePlain } from "./compile-plain.ts";
import type { CompiledRules } from "./contract.ts";

/** Compiles the rules that end with the run; once for the same list. */
export const compileTemporary: (rules: readonly TemporaryRule[]) => CompiledRules = memoOf((rules) =>
  compilePlain(
    rules.map(({ host, below, outbound }) =>
      below ? { domain: [], domainSuffix: [host], outbound } : { domain: [host], domainSuffix: [], outbound },
    ),
  ),
);
