import { never } from "../../src/lib/never.ts";
import type { TroubleEffect } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { formatNumber } from "../lib/format.ts";
import { isolate } from "../lib/isolate.ts";

/**
 * What becomes of a part of the configuration that cannot be used as it is written. People count rules from 1.
 *
 * @param path of the part, for fields that have no other name
 */
export function configTroubleWords(effect: TroubleEffect, path: string): string {
  switch (effect.kind) {
    case "outbound":
      return effect.tag === null ? t("trouble_outbound_unnamed") : t("trouble_outbound", isolate(effect.tag));
    case "member":
      return t("trouble_member", isolate(effect.group));
    case "rule":
      return t("trouble_rule", formatNumber(effect.rule + 1));
    case "rules":
      return t("trouble_rules", formatNumber(effect.from + 1));
    case "route":
      return t("trouble_route");
    case "list":
      return effect.tag === null ? t("trouble_list_unnamed") : t("trouble_list", isolate(effect.tag));
    case "fetch":
      return t("trouble_fetch", isolate(effect.list));
    case "final":
      return t("trouble_final");
    case "private-windows":
      return t("trouble_private");
    case "unset":
      return t("trouble_unset", isolate(path));
    default:
      return never(effect);
  }
}
