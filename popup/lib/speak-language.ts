import { direction, language, t } from "../i18n.ts";

/** Tells the page the language and direction of its words. */
export function speakLanguage(page: Document, title = t("name")): void {
  page.documentElement.lang = language();
  page.documentElement.dir = direction();
  page.title = title;
}
