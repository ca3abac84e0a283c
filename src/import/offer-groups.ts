import { parseConfig } from "../config/parse-config.ts";
import type { ConfigProblem } from "../config/problem.ts";
import { fail, type Outcome, ok } from "../lib/result.ts";
import type { Config } from "../model/config.ts";
import type { Tag } from "../model/outbound.ts";
import { BLOCK, DIRECT } from "../model/outbound.ts";
import { addToList, setField, valueAt } from "./config-text.ts";
import type { ParsedProxy } from "./parsed-proxy.ts";
import { type GroupPlace, placeGroup, writtenOutbounds } from "./place-groups.ts";
import { placeProxies } from "./place-proxies.ts";

export type OfferProblem =
  | { readonly code: "no-proxies" }
  /** The configuration is wrong as it is; the lines are those of its text. */
  | { readonly code: "existing-refused"; readonly problems: readonly ConfigProblem[] }
  /** The proxies do not fit in, such as too many of them; the lines are those of the text that was not made. */
  | { readonly code: "result-refused"; readonly problems: readonly ConfigProblem[] };

const FRESH = '{\n  "outbounds": [],\n  "route": { "rules": [] }\n}\n';

/**
 * Makes a configuration of proxies, or adds them to one. They are offered in three groups: `fastest` (lowest delay),
 * `balance` (round robin), and `select` to choose between those two and each proxy, which serves what no rule matches
 * when the person has not said what does. Groups of these tags that exist get the proxies that are new. All else in the
 * text stays, comments and unknown fields too; doing it twice changes nothing.
 *
 * @param existingText blank for a fresh configuration
 * @returns a text that `parseConfig` takes
 */
export function offerGroups(existingText: string, proxies: readonly ParsedProxy[]): Outcome<string, OfferProblem> {
  const isFresh = existingText.trim() === "";
  if (isFresh && proxies.length === 0) return fail({ code: "no-proxies" });
  const text = isFresh ? FRESH : existingText;
  const before = parseConfig(text);
  // A text that is refused only because it lists nothing yet becomes a good one.
  if (!before.ok && writtenOutbounds(valueAt(text, ["outbounds"])).length > 0)
    return fail({ code: "existing-refused", problems: before.error });
  const result = proxies.length === 0 ? text : extend(text, before.ok ? before.value.config : null, proxies);
  const after = parseConfig(result);
  if (after.ok) return ok(result);
  return isFresh || before.ok
    ? fail({ code: "result-refused", problems: after.error })
    : fail({ code: "existing-refused", problems: before.error });
}

function extend(text: string, config: Config | null, proxies: readonly ParsedProxy[]): string {
  const written = writtenOutbounds(valueAt(text, ["outbounds"]));
  const fastest = placeGroup("fastest", written);
  const balance = placeGroup("balance", written);
  const select = placeGroup("select", written);
  const groupTags = [fastest.tag, balance.tag, select.tag];
  const placed = placeProxies(config, proxies, [DIRECT, BLOCK, ...written.map(({ tag }) => tag), ...groupTags]);
  const all = placed.map(({ tag }) => tag);
  const fresh = placed.filter(({ isNew }) => isNew);
  const freshTags = fresh.map(({ tag }) => tag);
  const madeTags = [fastest, balance].filter(isMissing).map(({ tag }) => tag);
  const made = [
    ...(isMissing(fastest) ? [balancer(fastest.tag, all, "lowest-delay")] : []),
    ...(isMissing(balance) ? [balancer(balance.tag, all, "round-robin")] : []),
    ...(isMissing(select)
      ? [{ type: "selector", tag: select.tag, outbounds: [fastest.tag, balance.tag, ...all] }]
      : []),
  ];
  let next = addMembers(text, fastest, freshTags);
  next = addMembers(next, balance, freshTags);
  next = addMembers(next, select, [...madeTags, ...freshTags]);
  // The list grows at its end only, so the places found above hold.
  next = addToList(next, ["outbounds"], [...fresh.map(({ tag, proxy }) => proxyFields(tag, proxy)), ...made]);
  return valueAt(next, ["route", "final"]) === undefined ? setField(next, ["route", "final"], select.tag) : next;
}

const isMissing = ({ place }: GroupPlace): boolean => place === null;

/** With the last field a page that still loads through a proxy that hangs is loaded through another (B11). */
const balancer = (tag: Tag, outbounds: readonly Tag[], strategy: string) => ({
  type: "balancer",
  tag,
  outbounds,
  strategy,
  interrupt_exist_connections: true,
});

function addMembers(text: string, { place }: GroupPlace, tags: readonly Tag[]): string {
  return place === null || tags.length === 0 ? text : addToList(text, ["outbounds", place, "outbounds"], tags);
}

/** A proxy as an outbound of the configuration's JSON. Values that are the default are left out. */
function proxyFields(tag: Tag, { protocol, host, port, account, remoteDns }: ParsedProxy) {
  const socks = protocol === "socks4" || protocol === "socks5";
  return {
    type: socks ? "socks" : "http",
    tag,
    server: host,
    server_port: port,
    ...(socks ? { version: protocol.slice("socks".length) } : {}),
    ...(protocol === "https" ? { tls: { enabled: true } } : {}),
    ...account,
    ...(socks && !remoteDns ? { remote_dns: false } : {}),
  };
}
