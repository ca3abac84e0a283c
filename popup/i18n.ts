import browser from "webextension-polyfill";
import type messages from "../_locales/en/messages.json";

export type MessageKey = keyof typeof messages;

/** Messages that come as `<key>_one` and `<key>_other`. */
export type PluralKey = MessageKey extends infer K ? (K extends `${infer Base}_one` ? Base : never) : never;

/** The message in the person's language, `$1` to `$9` filled in. */
export const t = (key: MessageKey, ...parts: readonly (string | number)[]): string =>
  browser.i18n.getMessage(key, parts.map(String));

/** The language the messages really come in: a browser in any third language gets English ones. */
export const language = (): string => t("locale");

/** The reading direction of that language, not of the browser (`@@bidi_dir`), whose own may be a third one. */
export const direction = (): "rtl" | "ltr" => (language() === "fa" ? "rtl" : "ltr");

/** The locale of numbers and dates: the browser's own where it is a variety of the messages' language (en-GB). */
export function locale(): string {
  const own = browser.i18n.getUILanguage();
  return own.split(/[-_]/)[0] === language() ? own.replace("_", "-") : language();
}

/** What stands between the parts of a line. A middle dot looks like the digit zero beside Persian figures. */
export const separator = (): string => (language() === "fa" ? "، " : " · ");

/** The form of a message that goes with a number, which is `$1` in it. */
export function plural(key: PluralKey, count: number, shown: string): string {
  const form = new Intl.PluralRules(locale()).select(count) === "one" ? "one" : "other";
  return t(`${key}_${form}`, shown);
}
