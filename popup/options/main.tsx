import { render } from "preact";
import { browserPages } from "../adapters/browser-pages.ts";
import { guardLeaving, onReturn } from "../adapters/page-events.ts";
import { subscribeView } from "../adapters/view-port.ts";
import { ask } from "../client.ts";
import { t } from "../i18n.ts";
import { speakLanguage } from "../lib/speak-language.ts";
import { createOptions } from "../models/options.ts";
import { OptionsApp } from "../views/options/options-app.tsx";

speakLanguage(document, t("options_title"));
const options = createOptions({ ask, subscribe: subscribeView, onReturn, pages: browserPages });
guardLeaving(() => options.draft.dirty.peek());
const app = document.getElementById("app");
if (app) render(<OptionsApp options={options} />, app);
