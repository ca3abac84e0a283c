import { type Parsed, parseConfig } from "../src/config/parse-config.ts";
import type { ConfigProblem } from "../src/config/problem.ts";
import { type Outcome, ok } from "../src/lib/result.ts";
import { compileRules } from "../src/routing/compile.ts";
import type { CompiledRules } from "../src/routing/contract.ts";
import { withAccounts, withoutAccounts } from "./checked-config.ts";

/** A configuration that was checked, and all that takes long to make of it. */
export interface CheckedText extends Parsed {
  readonly compiled: CompiledRules;
  /** The configuration without its accounts, as JSON; null: it would not come back the same. */
  readonly kept: string | null;
}

export function checkText(text: string): Outcome<CheckedText, readonly ConfigProblem[]> {
  const parsed = parseConfig(text);
  if (!parsed.ok) return parsed;
  const { config, notes } = parsed.value;
  return ok({ config, notes, compiled: compileRules(config.route.rules), kept: keptOf(parsed.value, text) });
}

/** What does not come back the same is checked again at each wake. */
function keptOf({ config }: Parsed, text: string): string | null {
  const without = withoutAccounts(config);
  return JSON.stringify(withAccounts(without, text)) === JSON.stringify(config) ? JSON.stringify(without) : null;
}
