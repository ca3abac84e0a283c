import { leadsTo } from "../src/engine/leads.ts";
import { finalOf } from "../src/engine/snapshot.ts";
import { fail, type Outcome, ok } from "../src/lib/result.ts";
import { DIRECT, type Tag } from "../src/model/outbound.ts";
import type { RuleList } from "../src/model/rule-list.ts";
import { ms } from "../src/model/units.ts";
import { MOST_CHARACTERS } from "../src/rule-lists/read-list.ts";
import type { ListTrouble } from "../src/rule-lists/trouble.ts";
import type { Core } from "./controller.ts";
import type { Prober } from "./ports/prober.ts";

const PATIENCE = ms(60_000);

/**
 * Fetches the text of a list through its outbound, and through nothing else.
 *
 * @param going is told the proxy that it goes through
 */
export type FetchList = (
  list: RuleList,
  signal: AbortSignal,
  going: (proxy: Tag) => void,
) => Promise<Outcome<string, ListTrouble>>;

export function createFetchList(prober: Prober, core: () => Core | null): FetchList {
  return async (list, signal, going) => {
    const tag = wayOf(core(), list);
    if (tag === null) return fail({ kind: "no-outbound" });
    going(tag);
    const response = await prober.send({ tag, url: list.url, timeout: PATIENCE, signal, most: MOST_CHARACTERS });
    if (response.kind === "again") return fail({ kind: "not-sent" });
    if (response.kind === "failed") return fail({ kind: "failed", code: response.error.code });
    const { status, body, cut } = response;
    // 0: where a redirect leads is not told, and it would have to go through the same outbound.
    if (status === 0) return fail({ kind: "redirect" });
    if (status !== 200) return fail({ kind: "status", status });
    return cut ? fail({ kind: "too-large" }) : ok(body);
  };
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
