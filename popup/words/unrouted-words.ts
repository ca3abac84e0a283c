import type { UnroutedList, WhyUnrouted } from "../../src/protocol/unrouted.ts";
import type { View } from "../../src/protocol/view.ts";
import type { BrowserFamily } from "../adapters/browser-pages.ts";
import { type MessageKey, plural, t } from "../i18n.ts";
import { formatNames, formatNumber } from "../lib/format.ts";
import type { Warning } from "./control-words.ts";

/** So many hosts of a list are named. */
const NAMED = 4;

/**
 * What the browser does not send by us, and what to do about it. Nothing is said while everything is meant to leave
 * directly, or goes another way: of that the other warning speaks.
 */
export function unroutedWarnings(
  { mode, control, unrouted }: Pick<View, "mode" | "control" | "unrouted">,
  family: BrowserFamily,
): readonly Warning[] {
  if (mode !== "balanced" || control.kind === "off" || control.kind === "taken") return [];
  const { privateWindows, list } = unrouted;
  return [
    ...(list ? [listWarning(list)] : []),
    ...(privateWindows === "unasked" ? [unaskedWarning(control.kind === "exposed" && control.by, family)] : []),
    ...(privateWindows === "blocked" ? [blockedWarning()] : []),
  ];
}

/** The same access closes the moments in which nothing stands behind us (Firefox), so both are said at once. */
function unaskedWarning(exposedBy: string | false, family: BrowserFamily): Warning {
  const advice = [
    t(`unrouted_private_${family}`),
    ...(exposedBy === "permission" ? [t("unrouted_private_exposed")] : []),
    t(`unrouted_private_${family}_do`),
  ];
  return {
    title: t("unrouted_private_title"),
    advice: advice.join(" "),
    remedy: family === "chrome" ? "own-page" : null,
    hint: "private-windows",
  };
}

const blockedWarning = (): Warning => ({
  title: t("unrouted_blocked_title"),
  advice: t("unrouted_blocked_do"),
  remedy: null,
  hint: "private-windows-blocked",
});

/** Hidden, it comes back when the list is another one. */
const listWarning = ({ hosts, by }: UnroutedList): Warning => ({
  title: t("unrouted_list_title"),
  advice: t(`unrouted_list_${by}_do`, hostsWords(hosts)),
  remedy: null,
  hint: `list ${by} ${hosts.join(" ")}`,
});

/** The first few, and how many more there are. */
function hostsWords(hosts: readonly string[]): string {
  const first = hosts.slice(0, NAMED).map(hostWords);
  const more = hosts.length - first.length;
  return formatNames(more > 0 ? [...first, plural("unrouted_list_more", more, formatNumber(more))] : first);
}

const hostWords = (host: string): string =>
  host.toLowerCase().startsWith("<local>") ? t("unrouted_list_local") : host;

/** The sentence about an address that the browser does not send by us: `$1` is the address. */
export function unroutedSentence(why: WhyUnrouted): MessageKey {
  if (why === "private") return "address_would_past";
  return why === "private-blocked" ? "tab_would_block" : "tab_would_direct";
}

const REASONS: Readonly<Record<WhyUnrouted, MessageKey>> = {
  loopback: "address_loopback",
  list: "address_list",
  private: "address_private",
  "private-blocked": "address_private_blocked",
};

/** Why the browser does not send an address by us. */
export const unroutedReason = (why: WhyUnrouted): string => t(REASONS[why]);
