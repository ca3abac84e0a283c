import { leadsTo } from "../../src/engine/leads.ts";
import { finalOf } from "../../src/engine/snapshot.ts";
import { fail, type Outcome, ok } from "../../src/lib/result.ts";
import { DIRECT, type Tag } from "../../src/model/outbound.ts";
import type { RuleList } from "../../src/model/rule-list.ts";
import { ms } from "../../src/model/units.ts";
import { readOrigin, type WrittenOrigin } from "../../src/routing/origin.ts";
import { MOST_CHARACTERS } from "../../src/rule-lists/list-size.ts";
import type { ListTrouble } from "../../src/rule-lists/trouble.ts";
import type { ProbeResponse, Prober } from "../ports/prober.ts";
import type { Core } from "../run/controller.ts";

const PATIENCE = ms(60_000);

/** As many as a release on GitHub, or a shortened address, takes; more lead round in a circle. */
const MOST_REDIRECTS = 5;

/**
 * Fetches the text of a list through its outbound, and through nothing else, wherever its address leads.
 *
 * @param going is told the proxy that it goes through
 */
export type FetchList = (
  list: RuleList,
  signal: AbortSignal,
  going: (proxy: Tag) => void,
) => Promise<Outcome<string, ListTrouble>>;

/** @param bypasses whether the browser sends requests there past every proxy */
export function createFetchList(
  prober: Prober,
  core: () => Core | null,
  bypasses: (at: WrittenOrigin) => boolean,
): FetchList {
  return async (list, signal, going) => {
    const tag = wayOf(core(), list);
    if (tag === null) return fail({ kind: "no-outbound" });
    going(tag);
    let url: string | null = list.url;
    for (let redirects = 0; url !== null && redirects <= MOST_REDIRECTS; redirects++) {
      const response: ProbeResponse = await prober.send({ tag, url, timeout: PATIENCE, signal, most: MOST_CHARACTERS });
      if (response.kind === "again") return fail({ kind: "not-sent" });
      if (response.kind === "failed") return fail({ kind: "failed", code: response.error.code });
      const { status, body, cut, location } = response;
      if (status !== 0)
        return status === 200 ? (cut ? fail({ kind: "too-large" }) : ok(body)) : fail({ kind: "status", status });
      url = nextOf(url, location ?? null, bypasses);
    }
    return fail({ kind: "redirect" });
  };
}

/** Where an address leads to; null: nowhere that may be asked for. A list that was asked for in cipher is not read in clear. */
function nextOf(from: string, location: string | null, bypasses: (at: WrittenOrigin) => boolean): string | null {
  if (location === null || !URL.canParse(location, from)) return null;
  const next = new URL(location, from);
  const isSecure = next.protocol === "https:" || (next.protocol === "http:" && new URL(from).protocol === "http:");
  const at = readOrigin(next.href);
  const hasAccount = next.username !== "" || next.password !== "";
  return isSecure && !hasAccount && at && !bypasses(at) ? next.href : null;
}

/** The proxy that the list's outbound leads to now; null: none. Directly only where the list itself names what is direct. */
function wayOf(core: Core | null, { detour }: RuleList): Tag | null {
  if (!core) return null;
  const { model, state } = core;
  const isDirect = detour === DIRECT || model.config.outbounds.some((o) => o.tag === detour && o.kind === "direct");
  if (isDirect) return DIRECT;
  const tag = detour ?? finalOf(model);
  return tag === null ? null : leadsTo(model, state, tag);
}
