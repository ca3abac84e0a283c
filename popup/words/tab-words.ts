import { BLOCK, DIRECT } from "../../src/model/outbound.ts";
import type { TabView } from "../../src/protocol/view.ts";
import { type MessageKey, t } from "../i18n.ts";
import { formatNumber } from "../lib/format.ts";

/** The sentence about a tab that the browser sends past us: `$1` is its host. */
export function unroutedTab({ unrouted }: Pick<TabView, "unrouted">): MessageKey {
  if (unrouted === "loopback") return "tab_loopback";
  return unrouted === "list" ? "tab_list" : "tab_none";
}

/** The sentence about a tab: `$1` is its host, `$2` the proxy. Null: it is not routed by us. */
export function tabSentence({ outbound, seen }: Pick<TabView, "outbound" | "seen">): MessageKey | null {
  if (outbound === null) return null;
  const way = outbound === DIRECT ? "direct" : outbound === BLOCK ? "block" : "proxy";
  return seen ? `tab_seen_${way}` : `tab_would_${way}`;
}

/** The rule that won; people count them from 1. */
export function ruleWords({ rule }: Pick<TabView, "rule">): string {
  if (rule === "temporary") return t("tab_temporary");
  if (rule === "private") return t("tab_private");
  return rule === null ? t("tab_no_rule") : t("tab_rule", formatNumber(rule + 1));
}
