import browser from "webextension-polyfill";
import { createMutex } from "../../lib/mutex.ts";

/** Where a request goes that our listener did not answer: a port of this machine where nothing listens. */
const DEAD = "127.0.0.1:9";

export type Wall =
  | { readonly kind: "up" }
  /** The person has not allowed private windows, or this Firefox has no such setting. */
  | { readonly kind: "not-allowed" }
  | { readonly kind: "taken"; readonly by: "extension" | "policy" };

/**
 * `proxy.settings` under the listener: it blocks what the listener misses (update, reload, crash, a late start, access to
 * sites withdrawn). It needs access to private windows; without it these moments stay open, and the popup says so.
 */
export interface SecondWall {
  /** Puts it up where it is allowed. Never rejects: the listener answers without it too. */
  raise(): Promise<Wall>;
  /** Gives the browser its own settings back. */
  lower(): Promise<void>;
}

export function createSecondWall(): SecondWall {
  /** One after the other: a wall that is still going up must not stand after it was taken down. */
  const mutex = createMutex();
  const allowed = (): Promise<boolean> => browser.extension.isAllowedIncognitoAccess();

  async function raise(): Promise<Wall> {
    if (!(await allowed())) return { kind: "not-allowed" };
    const { levelOfControl } = await browser.proxy.settings.get({});
    if (levelOfControl === "not_controllable") return { kind: "taken", by: "policy" };
    if (levelOfControl === "controlled_by_other_extensions") return { kind: "taken", by: "extension" };
    await browser.proxy.settings.set({
      value: { proxyType: "manual", http: DEAD, httpProxyAll: true, socks: DEAD, passthrough: "" },
    });
    return { kind: "up" };
  }

  return {
    raise: () => mutex.run(raise).catch((): Wall => ({ kind: "not-allowed" })),
    lower: () =>
      mutex.run(async () => {
        if (await allowed()) await browser.proxy.settings.clear({});
      }),
  };
}
