import browser from "webextension-polyfill";
import { joining } from "../lib/joining.ts";

/** All that lies in `storage.session`: one read serves all who need a part of it when the background starts. */
export const readSession = joining(() => browser.storage.session.get(null));
