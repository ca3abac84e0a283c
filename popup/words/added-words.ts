import { never } from "../../src/lib/never.ts";
import { t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";
import type { Added } from "../models/paste.ts";
import { faultWords } from "./fault-words.ts";
import { expectedWords } from "./finding-words.ts";

/** How adding proxies ended. */
export function addedWords(added: Added): string {
  switch (added.kind) {
    case "saved":
      return t("paste_added");
    case "given":
      return t("paste_given");
    case "drafted":
      return t("paste_drafted");
    case "known":
      return t("paste_known");
    case "config-wrong":
      return t("paste_config_wrong");
    case "unread":
      return t("config_unread", faultWords(added.message));
    case "refused":
      return t("paste_refused", `${isolate(added.path)}: ${expectedWords(added.expected) ?? isolate(added.expected)}`);
    default:
      return never(added);
  }
}
