import type { Rule } from "../model/settings.ts";
import { compileRules } from "./compile.ts";
import type { CompiledList } from "./contract.ts";

/** What a list asks of a request; where it leads is said by the rule that names the list. */
export type ListRule = Omit<Rule, "outbound" | "lists" | "ruleSet" | "container">;

const NOWHERE = "";

/**
 * @param takes it matches where one of these does
 * @param spares unless one of these does
 */
export function compileList(takes: readonly ListRule[], spares: readonly ListRule[]): CompiledList {
  const compiled = (rules: readonly ListRule[]) => compileRules(rules.map((rule) => ({ ...rule, outbound: NOWHERE })));
  return { takes: compiled(takes), spares: spares.length > 0 ? compiled(spares) : null };
}
