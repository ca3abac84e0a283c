import { never } from "../../src/lib/never.ts";
import type { Control } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";

export interface Warning {
  readonly title: string;
  readonly advice: string;
  /** What a button under it would do. */
  readonly remedy: "settings" | "access" | "own-page" | null;
  /** What can be lived with: a person may hide it, under this name. Null: it is more than a hint. */
  readonly hint: string | null;
}

/** What is wrong with the routing and what to do; null: nothing is. */
export function controlWarning(control: Control): Warning | null {
  switch (control.kind) {
    case "off":
    case "ours":
      return null;
    case "exposed":
      // For want of an access that private windows lack too: see `unroutedWarnings`.
      if (control.by === "permission") return null;
      return {
        ...warning(t(`exposed_${control.by}_title`), t(`exposed_${control.by}_do`)),
        hint: `exposed-${control.by}`,
      };
    case "taken":
      return warning(t(`taken_${control.by}_title`), t(`taken_${control.by}_do`));
    case "no-access":
      return warning(t("no_access_title"), t(`no_access_${control.requests}_do`), "access");
    case "blocked":
      return blockedWarning(control.why);
    default:
      return never(control);
  }
}

function blockedWarning(why: Extract<Control, { kind: "blocked" }>["why"]): Warning {
  switch (why) {
    case "no-config":
      return warning(t("blocked_no_config_title"), t("blocked_no_config_do"));
    case "bad-config":
      return warning(t("blocked_bad_config_title"), t("blocked_bad_config_do"), "settings");
    case "storage":
      return warning(t("blocked_storage_title"), t("blocked_storage_do"));
    case "router":
      return warning(t("blocked_router_title"), t("blocked_router_do"));
    default:
      return never(why);
  }
}

const warning = (title: string, advice: string, remedy: Warning["remedy"] = null): Warning => ({
  title,
  advice,
  remedy,
  hint: null,
});
