import { t } from "../i18n.ts";
import { isolate } from "../lib/isolate.ts";

/** Nobody was there to answer: the background was stopped on the way, or the extension is being loaded anew. */
const NO_ANSWER = /gave no answer|establish connection/i;

/** Why something that was asked of the background was not done: a known fault in words, else what the browser says. */
export function faultWords(message: string): string {
  if (message === "storage") return t("fault_storage");
  return NO_ANSWER.test(message) ? t("fault_no_answer") : isolate(message);
}
