import { never } from "../../src/lib/never.ts";
import type { Control } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";

export interface Warning {
  readonly title: string;
  readonly advice: string;
  /** What a button under it would do. */
  readonly remedy: "settings" | "access" | null;
}

/** What is wrong with the routing and what to do; null: nothing is. */
export function controlWarning(control: Control): Warning | null {
  switch (control.kind) {
    case "off":
    case "ours":
      return null;
    case "taken":
      return { title: t(`taken_${control.by}_title`), advice: t(`taken_${control.by}_do`), remedy: null };
    case "no-access":
      return { title: t("no_access_title"), advice: t("no_access_do"), remedy: "access" };
    case "blocked":
      return blockedWarning(control.why);
    default:
      return never(control);
  }
}

function blockedWarning(why: Extract<Control, { kind: "blocked" }>["why"]): Warning {
  switch (why) {
    case "no-config":
      return { title: t("blocked_no_config_title"), advice: t("blocked_no_config_do"), remedy: null };
    case "bad-config":
      return { title: t("blocked_bad_config_title"), advice: t("blocked_bad_config_do"), remedy: "settings" };
    case "storage":
      return { title: t("blocked_storage_title"), advice: t("blocked_storage_do"), remedy: null };
    case "router":
      return { title: t("blocked_router_title"), advice: t("blocked_router_do"), remedy: null };
    default:
      return never(why);
  }
}
