import { parseConfig } from "../config/parse-config.ts";
import type { ProxyOutbound } from "../model/outbound.ts";
import { setFields, valueAt } from "./config-text.ts";
import type { GivenAccount } from "./match-accounts.ts";
import { writtenOutbounds } from "./place-groups.ts";

/** The proxies of a configuration's text; none where it has an error. */
export function proxiesIn(text: string): readonly ProxyOutbound[] {
  const parsed = parseConfig(text);
  return parsed.ok ? parsed.value.config.outbounds.filter((one): one is ProxyOutbound => one.kind === "proxy") : [];
}

/** Writes accounts into the proxies that have these tags. All else in the text stays, comments and unknown fields too. */
export function writeAccounts(text: string, given: readonly GivenAccount[]): string {
  if (given.length === 0) return text;
  const places = new Map(writtenOutbounds(valueAt(text, ["outbounds"])).map(({ tag }, place) => [tag, place]));
  return setFields(
    text,
    given.flatMap(({ tag, account: { username, password } }) => {
      const place = places.get(tag);
      return place === undefined ? [] : [{ path: ["outbounds", place], fields: { username, password } }];
    }),
  );
}
