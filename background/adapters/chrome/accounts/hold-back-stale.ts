import type { ProxyOutbound, Tag } from "../../../../src/model/outbound.ts";
import type { ProbeErrorCode } from "../../../../src/model/probe-error.ts";
import type { UsableProxies } from "../../probing/usable-proxies.ts";
import type { ToldAccounts } from "./account-ledger.ts";

export interface FormerAccountsParts {
  readonly told: Pick<ToldAccounts, "isOther" | "forgotten">;
  /** Makes Chrome forget the accounts of these; false: it may know them still. */
  readonly forget: (proxies: readonly ProxyOutbound[]) => Promise<boolean>;
  /** From now on accounts are told to the ones, and nothing to the others. */
  readonly answer: (proxies: readonly ProxyOutbound[], held: readonly ProxyOutbound[]) => void;
}

/**
 * Holds back each proxy whose former account Chrome would go on sending, unless it can be made to forget it: an account
 * that was changed or taken away is in force at once, or the proxy is not used.
 *
 * @param possible what Chrome can send through
 */
export async function withoutFormer(possible: UsableProxies, parts: FormerAccountsParts): Promise<UsableProxies> {
  const { told, forget, answer } = parts;
  const former = possible.usable.filter(told.isOther);
  const others = possible.usable.filter((proxy) => !former.includes(proxy));
  answer(others, former);
  if (former.length > 0 && !(await forget(former))) {
    const held = former.map(({ tag }): [Tag, ProbeErrorCode] => [tag, "account_kept"]);
    return { usable: others, refused: new Map([...possible.refused, ...held]) };
  }
  for (const proxy of former) told.forgotten(proxy);
  answer(possible.usable, []);
  return possible;
}
