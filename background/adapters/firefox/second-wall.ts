import browser from "webextension-polyfill";
import type { Control } from "../../../src/protocol/view.ts";

/** Where a request goes that our listener did not answer: a port of this machine where nothing listens. */
const DEAD = "127.0.0.1:9";

/**
 * `proxy.settings` under the listener: it blocks what the listener misses (update, reload, crash, a late start). It needs
 * access to private windows; without it these moments stay open, and the popup says so.
 */
export interface SecondWall {
  /** Puts it up where it is allowed; who owns the proxy setting. */
  raise(): Promise<Control>;
  lower(): Promise<void>;
}

export function createSecondWall(): SecondWall {
  return {
    async raise() {
      if (!(await browser.permissions.contains({ origins: ["<all_urls>"] }))) return { kind: "no-access" };
      if (!(await browser.extension.isAllowedIncognitoAccess())) return { kind: "ours" };
      const { levelOfControl } = await browser.proxy.settings.get({});
      if (levelOfControl === "not_controllable") return { kind: "taken", by: "policy" };
      if (levelOfControl === "controlled_by_other_extensions") return { kind: "taken", by: "extension" };
      await browser.proxy.settings.set({
        value: { proxyType: "manual", http: DEAD, httpProxyAll: true, socks: DEAD, passthrough: "" },
      });
      return { kind: "ours" };
    },
    async lower() {
      if (await browser.extension.isAllowedIncognitoAccess()) await browser.proxy.settings.clear({});
    },
  };
}
