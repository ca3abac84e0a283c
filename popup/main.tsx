import { render } from "preact";
import { browserPages } from "./adapters/browser-pages.ts";
import { subscribeView } from "./adapters/view-port.ts";
import { ask } from "./client.ts";
import { speakLanguage } from "./lib/speak-language.ts";
import { createPopup } from "./models/popup.ts";
import { PopupApp } from "./views/popup-app.tsx";

speakLanguage(document);
const app = document.getElementById("app");
if (app) render(<PopupApp popup={createPopup({ ask, subscribe: subscribeView, pages: browserPages })} />, app);
