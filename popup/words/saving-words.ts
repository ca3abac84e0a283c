import { never } from "../../src/lib/never.ts";
import { t } from "../i18n.ts";
import type { Saving } from "../models/config-draft.ts";
import { faultWords } from "./fault-words.ts";

/** How saving is going, or that there is something to save. */
export function savingWords(saving: Saving, dirty: boolean): string {
  switch (saving.kind) {
    case "idle":
      return dirty ? t("config_unsaved") : "";
    case "saving":
      return t("config_saving");
    case "saved":
      return t("config_saved");
    case "refused":
      return t("config_refused");
    case "failed":
      return t("config_failed", faultWords(saving.message));
    case "unread":
      return t("config_unread", faultWords(saving.message));
    default:
      return never(saving);
  }
}
