import browser, { type Proxy as BrowserProxy } from "webextension-polyfill";
import { type BypassEntry, readBypassList } from "../../../src/routing/bypass-list.ts";
import { createMutex } from "../../lib/mutex.ts";
import { createPrivateAccess } from "../private-access.ts";

/** Where a request goes that our listener did not answer: a port of this machine where nothing listens. */
const DEAD = "127.0.0.1:9";

/** `permission`: the person has not allowed private windows, or this Firefox has no such setting. */
export type Wall =
  | { readonly kind: "up" }
  | { readonly kind: "missing"; readonly by: "permission" | "extension" | "policy" };

/** What Firefox has set behind the listener. */
export interface Behind {
  readonly wall: Wall;
  /** Whether Switchyard may run in private windows. */
  readonly isAllowed: boolean;
  /** The list "No proxy for" in force: its hosts go directly, whatever the listener answers (fact F14). */
  readonly list: readonly BypassEntry[];
}

/**
 * `proxy.settings` under the listener blocks what the listener misses (update, reload, crash, a late start, access to sites
 * withdrawn), and no list "No proxy for" is in force with it. Setting it needs access to private windows; without that
 * access these moments stay open, and the popup says so. Reading it and giving it back needs no access (fact F13).
 */
export interface SecondWall {
  /** Puts it up where it is allowed. Never rejects: the listener answers without it too. */
  raise(): Promise<Behind>;
  /** How it is; `wall`: how it would be once raised. Changes nothing, never rejects. */
  look(): Promise<Behind>;
  /** Gives the browser its own settings back, whatever the access is by now. */
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

/** Firefox's setting as it is. */
interface Setting {
  /** Another one that owns it. */
  readonly owner: "extension" | "policy" | undefined;
  readonly isOurs: boolean;
  readonly isUp: boolean;
  readonly list: readonly BypassEntry[];
}

/** A Firefox without this setting (Android). */
const NONE: Setting = { owner: undefined, isOurs: false, isUp: false, list: [] };

/** @param changed called when the owner of the setting changes */
export function createSecondWall(changed: () => void): SecondWall {
  /** One after the other: a wall that is still going up must not stand after it was taken down. */
  const mutex = createMutex();
  const access = createPrivateAccess();

  let level = "";

  async function read(): Promise<Setting> {
    const { levelOfControl, value } = await browser.proxy.settings.get({});
    level = levelOfControl ?? "";
    const isOurs = level === "controlled_by_this_extension";
    const { passthrough = "" } = (value ?? {}) as BrowserProxy.ProxyConfig;
    return { owner: OTHERS.get(level), isOurs, isUp: isOurs && stands(value), list: readBypassList(passthrough) };
  }

  /** Under another extension's setting Firefox keeps ours, and puts it in force when that one lets go (fact F15). */
  async function set({ owner }: Setting): Promise<Setting> {
    if (owner !== "policy") await browser.proxy.settings.set({ value: WALL });
    return read();
  }

  async function raise(): Promise<Behind> {
    const isAllowed = await access.read();
    const before = await read().catch(() => NONE);
    const now = isAllowed && !before.isUp ? await set(before).catch(() => before) : before;
    return { wall: wallOf(now, now.isUp), isAllowed, list: now.list };
  }

  async function look(): Promise<Behind> {
    const [isAllowed, now] = await Promise.all([access.read(), read().catch(() => NONE)]);
    return { wall: wallOf(now, now.isUp || (isAllowed && now !== NONE)), isAllowed, list: now.list };
  }

  /** Firefox gives nothing back where its settings are not those that it was told last (fact F16). */
  async function lower(): Promise<void> {
    const now = await read().catch(() => NONE);
    if (now === NONE) return;
    if (now.isOurs && !now.isUp && (await access.read())) await browser.proxy.settings.set({ value: WALL });
    await browser.proxy.settings.clear({});
  }

  // Our own change of the setting tells nothing new: to put the wall up again for it would never end.
  browser.proxy.settings?.onChange?.addListener((details) => {
    if (details.levelOfControl !== level) changed();
  });

  return { raise: () => mutex.run(raise), look, lower: () => mutex.run(lower) };
}

const wallOf = ({ owner }: Setting, isUp: boolean): Wall =>
  owner === undefined && isUp ? { kind: "up" } : { kind: "missing", by: owner ?? "permission" };
