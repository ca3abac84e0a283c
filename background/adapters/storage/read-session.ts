import browser from "webextension-polyfill";
import { joining } from "../../lib/joining.ts";
import { withinTime } from "../../lib/within-time.ts";

/** It answers within milliseconds. One that never does counts as one that fails, and is asked again. */
const PATIENCE_MS = 10_000;

/** All that lies in `storage.session`: one read serves all who need a part of it when the background starts. */
export const readSession = joining(() => withinTime(browser.storage.session.get(null), PATIENCE_MS));
