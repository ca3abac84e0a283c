import type { Troubles } from "../../src/config/trouble.ts";
import type { Config } from "../../src/model/config.ts";
import type { Account, Tag } from "../../src/model/outbound.ts";
import type { CompiledRules } from "../../src/routing/contract.ts";

/** A configuration as the background holds it: its rules compiled, not as objects. */
export type HeldConfig = Config<CompiledRules>;

/** A checked configuration without its accounts, which have no place outside of the settings; plain JSON. */
export interface WithoutAccounts {
  readonly config: HeldConfig;
  /** The proxies that have one. */
  readonly having: readonly Tag[];
}

/** What is kept of a configuration that was read, for the run. */
export interface KeptConfig extends WithoutAccounts {
  readonly troubles: Troubles;
}

export function withoutAccounts(config: HeldConfig): WithoutAccounts {
  const having = config.outbounds.flatMap((one) => (one.kind === "proxy" && one.account ? [one.tag] : []));
  const outbounds = config.outbounds.map((one) => (one.kind === "proxy" ? { ...one, account: null } : one));
  return { config: { ...config, outbounds }, having };
}

/**
 * Puts the accounts back from the text that was checked.
 *
 * @returns null: they cannot be read so simply (comments, names that the check makes up); the text must be checked again
 */
export function withAccounts({ config, having }: WithoutAccounts, text: string): HeldConfig | null {
  if (having.length === 0) return config;
  const accounts = accountsIn(text);
  if (!having.every((tag) => accounts.has(tag))) return null;
  const wanted = new Set(having);
  const outbounds = config.outbounds.map((one) =>
    one.kind === "proxy" && wanted.has(one.tag) ? { ...one, account: accounts.get(one.tag) ?? null } : one,
  );
  return { ...config, outbounds };
}

function accountsIn(text: string): ReadonlyMap<Tag, Account> {
  const found = new Map<Tag, Account>();
  for (const one of outboundsIn(text)) {
    if (typeof one !== "object" || one === null) continue;
    const { tag, username = "", password = "" } = one as Readonly<Record<string, unknown>>;
    if (typeof tag === "string" && typeof username === "string" && typeof password === "string")
      found.set(tag, { username, password });
  }
  return found;
}

function outboundsIn(text: string): readonly unknown[] {
  try {
    const { outbounds } = JSON.parse(text);
    return Array.isArray(outbounds) ? outbounds : [];
  } catch {
    return [];
  }
}
