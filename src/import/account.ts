import { base64Text } from "../lib/base64.ts";
import { fail, type Outcome, ok } from "../lib/result.ts";
import { type AccountFault, accountFault } from "../model/account-fault.ts";
import type { Account, ProxyProtocol } from "../model/outbound.ts";
import { percentDecode } from "./percent.ts";
import type { SkipCode, SkipReason } from "./skip-reason.ts";

/** Splits `user:pass` at the first colon, then decodes both: a colon in the name is written `%3A`. */
export function readUserInfo(text: string): Account {
  const [username, password] = splitOnce(text);
  return { username: percentDecode(username), password: percentDecode(password) };
}

/** v2rayN writes the account of a SOCKS link as base64 of `user:pass`. Null: it is not that. */
export function readBase64UserInfo(text: string): Account | null {
  const decoded = base64Text(percentDecode(text));
  if (!decoded?.includes(":") || /\p{Cc}/u.test(decoded)) return null;
  const [username, password] = splitOnce(decoded);
  return { username, password };
}

const SKIPPED: Readonly<Record<AccountFault["code"], SkipCode>> = {
  "control-characters": "account-control-characters",
  colon: "colon-in-user-name",
  "too-long": "account-too-long",
};

/**
 * Refuses what the configuration would refuse. An account with neither name nor password is none.
 */
export function checkAccount(account: Account | null, protocol: ProxyProtocol): Outcome<Account | null, SkipReason> {
  if (account === null || (account.username === "" && account.password === "")) return ok(null);
  const fault = accountFault(account, protocol);
  return fault ? fail({ code: SKIPPED[fault.code] }) : ok(account);
}

function splitOnce(text: string): readonly [string, string] {
  const colon = text.indexOf(":");
  return colon < 0 ? [text, ""] : [text.slice(0, colon), text.slice(colon + 1)];
}
