import { loadConfig } from "../../src/config/load-config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { ConfigProblem } from "../../src/config/problem.ts";
import { NO_TROUBLES, type Troubles } from "../../src/config/trouble.ts";
import { type Outcome, ok } from "../../src/lib/result.ts";
import type { Config } from "../../src/model/config.ts";
import type { Rule } from "../../src/model/settings.ts";
import { compileRules } from "../../src/routing/compile.ts";
import { type HeldConfig, type KeptConfig, withAccounts, withoutAccounts } from "./without-accounts.ts";

/** A configuration that was read, and all that takes long to make of it. */
export interface LoadedText {
  readonly config: HeldConfig;
  /** What of it is not in force as it is written. */
  readonly troubles: Troubles;
  /** The configuration without its accounts, as JSON; null: it would not come back the same. */
  readonly kept: string | null;
}

export interface CheckedText extends LoadedText {
  /** What was left out or is without effect. */
  readonly notes: readonly ConfigProblem[];
}

/** Reads a configuration that a person wants to save: it is taken whole or refused. */
export function checkText(text: string): Outcome<CheckedText, readonly ConfigProblem[]> {
  const parsed = parseConfig(text);
  if (!parsed.ok) return parsed;
  const { config, notes } = parsed.value;
  return ok({ ...ready(config, NO_TROUBLES, text), notes });
}

/** Reads a configuration that is stored: what cannot be used of it blocks, the rest is in force. */
export function loadText(text: string): Outcome<LoadedText, readonly ConfigProblem[]> {
  const loaded = loadConfig(text);
  return loaded.ok ? ok(ready(loaded.value.config, loaded.value.troubles, text)) : loaded;
}

function ready(config: Config, troubles: Troubles, text: string): LoadedText {
  const held: HeldConfig = { ...config, route: { ...config.route, rules: compileRules(config.route.rules) } };
  return { config: held, troubles, kept: keptOf(held, troubles, text) };
}

/** What does not come back the same is checked again at each wake. */
function keptOf(config: HeldConfig, troubles: Troubles, text: string): string | null {
  const kept: KeptConfig = { ...withoutAccounts(config), troubles };
  return JSON.stringify(withAccounts(kept, text)) === JSON.stringify(config) ? JSON.stringify(kept) : null;
}

/** One rule of a configuration that is stored, by its place; null: there is none. */
export function ruleIn(text: string, place: number): ShownRule | null {
  const loaded = loadConfig(text);
  const rule = loaded.ok ? loaded.value.config.route.rules[place] : undefined;
  return loaded.ok && rule ? { rule, refused: loaded.value.refusedRules.has(place) } : null;
}

export interface ShownRule {
  readonly rule: Rule;
  /** It is not what is written: that cannot be used, and this blocks what it may match. */
  readonly refused: boolean;
}
