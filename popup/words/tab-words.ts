import { BLOCK, DIRECT } from "../../src/model/outbound.ts";
import type { TabView } from "../../src/protocol/view.ts";
import type { MessageKey } from "../i18n.ts";

/** The sentence about a tab: `$1` is its host, `$2` the proxy. Null: the browser does not route it by us. */
export function tabSentence({ outbound, seen }: TabView): MessageKey | null {
  if (outbound === null) return null;
  const way = outbound === DIRECT ? "direct" : outbound === BLOCK ? "block" : "proxy";
  return seen ? `tab_seen_${way}` : `tab_would_${way}`;
}
