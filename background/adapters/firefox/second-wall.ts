import browser, { type Proxy as BrowserProxy } from "webextension-polyfill";
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

const WALL: BrowserProxy.ProxyConfig = {
  proxyType: "manual",
  http: DEAD,
  httpProxyAll: true,
  socks: DEAD,
  passthrough: "",
};

/** For each setting of it Firefox writes a file, the same one too. */
function stands(value: unknown): boolean {
  const { proxyType, http, ssl, socks, passthrough } = (value ?? {}) as BrowserProxy.ProxyConfig;
  return proxyType === "manual" && [http, ssl, socks].every((proxy) => proxy === DEAD) && passthrough === "";
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

  async function read(): Promise<{ readonly by: "extension" | "policy" | undefined; readonly isUp: boolean }> {
    const { levelOfControl, value } = await browser.proxy.settings.get({});
    level = levelOfControl ?? "";
    return { by: OTHERS.get(level), isUp: level === "controlled_by_this_extension" && stands(value) };
  }

  /** Under another extension's setting Firefox keeps ours, and puts it in force when that one lets go (measured). */
  async function raise(): Promise<Wall> {
    if (!(await allowed())) return { kind: "missing", by: "permission" };
    const { by: before, isUp } = await read();
    if (isUp) return { kind: "up" };
    if (before !== "policy") await browser.proxy.settings.set({ value: WALL });
    const { by } = await read();
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
