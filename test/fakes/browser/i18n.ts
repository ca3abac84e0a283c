import en from "../../../_locales/en/messages.json" with { type: "json" };
import fa from "../../../_locales/fa/messages.json" with { type: "json" };
import { strict } from "./strict.ts";

type Messages = Readonly<Record<string, { readonly message: string }>>;
const MESSAGES: Readonly<Record<string, Messages>> = { en, fa };

/** The real messages. A language that is not there gets English ones, as with `default_locale`. */
export function fakeI18n() {
  const state = { language: "en" };
  return {
    state,
    reset() {
      state.language = "en";
    },
    api: strict("browser.i18n", {
      getUILanguage: () => state.language,
      getMessage(key: string, given: string | string[] = []) {
        const messages = MESSAGES[state.language.split("-")[0] ?? ""] ?? en;
        const parts = Array.isArray(given) ? given : [given];
        const message = (messages as Messages)[key]?.message ?? "";
        return message.replace(/\$([1-9])/g, (_, index: string) => parts[Number(index) - 1] ?? "");
      },
    }),
  };
}
