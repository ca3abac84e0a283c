import type { WebRtcView } from "../../src/protocol/view.ts";
import { createMutex } from "../lib/mutex.ts";
import type { WebRtcSetting } from "../ports/web-rtc.ts";
import type { ConfigKeeper } from "./settings-keeper.ts";

/** Keeps WebRTC within the proxies, where a person chose so. */
export interface WebRtcKeeper {
  /** Makes the browser's setting what was chosen. To be called whenever something may have changed; never rejects. */
  follow(): Promise<void>;
  view(): WebRtcView;
}

/**
 * In force in the mode "balanced" alone: when everything leaves directly there is no address to hide, and in the mode
 * "system" the browser's settings are its own again.
 */
export function createWebRtcKeeper(
  keeper: Pick<ConfigKeeper, "settings">,
  setting: WebRtcSetting,
  changed: () => void,
): WebRtcKeeper {
  let state: WebRtcView["state"] = "open";
  const mutex = createMutex();

  async function follow(): Promise<void> {
    const { settings } = keeper;
    // Unreadable settings do not say what was chosen: what is in force stays.
    if (!settings) return;
    const before = state;
    state = await setting.apply(settings.webRtc && settings.mode === "balanced");
    if (state !== before) changed();
  }

  return {
    follow: () => mutex.run(follow),
    view: () => ({ chosen: keeper.settings?.webRtc ?? false, state }),
  };
}
