import browser, { type Types } from "webextension-polyfill";
import type { WebRtcState } from "../../src/protocol/view.ts";
import type { WebRtcSetting } from "../ports/web-rtc.ts";

const CLOSED = "disable_non_proxied_udp";

const STATES: Readonly<Record<string, WebRtcState>> = {
  controlled_by_this_extension: "closed",
  controlled_by_other_extensions: "extension",
  not_controllable: "policy",
};

/**
 * `privacy.network.webRTCIPHandlingPolicy`. Its permission is optional: until it is given, and when it is taken away, the
 * API is not there.
 *
 * @param changed called when the permission was given or taken away, or another took or left the setting
 */
export function webRtcSetting(changed: () => void): WebRtcSetting {
  let watched: Types.Setting | null = null;

  function find(): Types.Setting | null {
    const found = browser.privacy?.network?.webRTCIPHandlingPolicy ?? null;
    if (found !== null && watched === null) {
      watched = found;
      found.onChange?.addListener(() => changed());
    }
    return found;
  }

  async function apply(closed: boolean): Promise<WebRtcState> {
    const granted = await browser.permissions.contains({ permissions: ["privacy"] });
    if (!granted) return closed ? "no-permission" : "open";
    const setting = find();
    if (!setting) return closed ? "unsupported" : "open";
    if (!closed) {
      await setting.clear({});
      return "open";
    }
    // Under another extension's the browser keeps ours, for when that one lets go.
    const { levelOfControl, value } = await setting.get({});
    if (
      levelOfControl !== "not_controllable" &&
      !(levelOfControl === "controlled_by_this_extension" && value === CLOSED)
    )
      await setting.set({ value: CLOSED });
    return STATES[(await setting.get({})).levelOfControl ?? ""] ?? "unsupported";
  }

  find();
  browser.permissions.onAdded.addListener(() => changed());
  browser.permissions.onRemoved.addListener(() => changed());
  return { apply: (closed) => apply(closed).catch((): WebRtcState => (closed ? "unsupported" : "open")) };
}
