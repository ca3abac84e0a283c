import { parseConfig } from "../src/config/parse-config.ts";
import type { ConfigProblem } from "../src/config/problem.ts";
import { type Outcome, ok } from "../src/lib/result.ts";
import type { Rule } from "../src/model/settings.ts";
import { compileRules } from "../src/routing/compile.ts";
import { type HeldConfig, withAccounts, withoutAccounts } from "./checked-config.ts";

/** A configuration that was checked, and all that takes long to make of it. */
export interface CheckedText {
  readonly config: HeldConfig;
  /** What was left out or is without effect. */
  readonly notes: readonly ConfigProblem[];
  /** The configuration without its accounts, as JSON; null: it would not come back the same. */
  readonly kept: string | null;
}

export function checkText(text: string): Outcome<CheckedText, readonly ConfigProblem[]> {
  const parsed = parseConfig(text);
  if (!parsed.ok) return parsed;
  const { config, notes } = parsed.value;
  const held: HeldConfig = { ...config, route: { ...config.route, rules: compileRules(config.route.rules) } };
  return ok({ config: held, notes, kept: keptOf(held, text) });
}

/** What does not come back the same is checked again at each wake. */
function keptOf(config: HeldConfig, text: string): string | null {
  const without = withoutAccounts(config);
  return JSON.stringify(withAccounts(without, text)) === JSON.stringify(config) ? JSON.stringify(without) : null;
}

/** One rule of a configuration that was checked, by its place; null: there is none. */
export function ruleIn(text: string, place: number): Rule | null {
  const parsed = parseConfig(text);
  return parsed.ok ? (parsed.value.config.route.rules[place] ?? null) : null;
}
