import browser from "webextension-polyfill";
import { createMutex } from "../../lib/mutex.ts";

/** Where a request goes that our listener did not answer: a port of this machine where nothing listens. */
const DEAD = "127.0.0.1:9";

/** `permission`: the person has not allowed private windows, or this Firefox has no such setting. */
export type Wall =
  | { readonly kind: "up" }
  | { readonly kind: "missing"; readonly by: "permission" | "extension" | "policy" };

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

const OTHERS: ReadonlyMap<string, "extension" | "policy"> = new Map([
  ["not_controllable", "policy"],
  ["controlled_by_other_extensions", "extension"],
]);

/** @param changed called when the owner of the setting changes */
export function createSecondWall(changed: () => void): SecondWall {
  /** One after the other: a wall that is still going up must not stand after it was taken down. */
  const mutex = createMutex();
  const allowed = (): Promise<boolean> => browser.extension.isAllowedIncognitoAccess();

  let level = "";

  async function readLevel(): Promise<string> {
    level = (await browser.proxy.settings.get({})).levelOfControl ?? "";
    return level;
  }

  /** Under another extension's setting Firefox keeps ours, and puts it in force when that one lets go (measured). */
  async function raise(): Promise<Wall> {
    if (!(await allowed())) return { kind: "missing", by: "permission" };
    if ((await readLevel()) !== "not_controllable")
      await browser.proxy.settings.set({
        value: { proxyType: "manual", http: DEAD, httpProxyAll: true, socks: DEAD, passthrough: "" },
      });
    const by = OTHERS.get(await readLevel());
    return by ? { kind: "missing", by } : { kind: "up" };
  }

  // Our own change of the setting tells nothing new: to put the wall up again for it would never end.
  browser.proxy.settings?.onChange?.addListener((details) => {
    if (details.levelOfControl !== level) changed();
  });

  return {
    raise: () => mutex.run(raise).catch((): Wall => ({ kind: "missing", by: "permission" })),
    lower: () =>
      mutex.run(async () => {
        if (await allowed()) await browser.proxy.settings.clear({});
      }),
  };
}
