import { never } from "../../src/lib/never.ts";
import type { RuleListView } from "../../src/protocol/view.ts";
import { LEFT_REASONS } from "../../src/rule-lists/parsed-list.ts";
import type { ListTrouble } from "../../src/rule-lists/trouble.ts";
import { plural, t } from "../i18n.ts";
import { formatMoment, formatNumber } from "../lib/format.ts";
import { isolate } from "../lib/isolate.ts";
import { errorWords } from "./error-words.ts";

/** What a list has and since when; that it blocks while it was never loaded. */
export function listWords({ taken, updatedAt }: RuleListView): string {
  if (taken === null || updatedAt === null) return t("lists_missing");
  return `${plural("lists_taken", taken, formatNumber(taken))} ${t("lists_updated", isolate(formatMoment(updatedAt)))}`;
}

/** What was left out of it, a sentence for each reason. */
export const leftWords = ({ left }: RuleListView): readonly string[] =>
  LEFT_REASONS.flatMap((reason) => {
    const count = left[reason] ?? 0;
    return count > 0 ? [plural(`lists_left_${reason}`, count, formatNumber(count))] : [];
  });

/** Why the last update failed. */
export function troubleWords(trouble: ListTrouble): string {
  switch (trouble.kind) {
    case "html":
      return t("lists_html");
    case "empty":
      return t("lists_empty");
    case "unreadable":
      return t("lists_unreadable");
    case "too-large":
      return t("lists_too_large");
    case "too-many":
      return t("lists_too_many");
    case "no-outbound":
      return t("lists_no_outbound");
    case "redirect":
      return t("lists_redirect");
    case "too-slow":
      return t("lists_too_slow");
    case "shrunk":
      return t("lists_shrunk", formatNumber(trouble.to), formatNumber(trouble.from));
    case "not-sent":
      return t("lists_not_sent");
    case "status":
      return t("lists_status", formatNumber(trouble.status));
    case "failed":
      return errorWords({ code: trouble.code }).says;
    default:
      return never(trouble);
  }
}
