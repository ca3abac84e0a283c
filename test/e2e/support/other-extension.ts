import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LabProxy } from "../../lab/proxy/proxy.ts";
import type { ExtensionBrowser } from "./extension-browser.ts";
import { installExtension } from "./firefox-inside.ts";

/**
 * What another extension does: it sends everything through a proxy of its own, by the setting or as a listener (Firefox), or
 * it leaves WebRTC open.
 */
export type OtherWay = "setting" | "listener" | "web-rtc";

const ID = "another-proxy@switchyard.example";

/** Another extension, installed after ours, which counts in both browsers. */
export interface OtherExtension {
  install(): Promise<void>;
  uninstall(): Promise<void>;
  /** Removes its files. */
  remove(): Promise<void>;
}

/** @param passthrough hosts that its setting sends past its proxy (Firefox) */
export function createOtherExtension(
  browser: ExtensionBrowser,
  way: OtherWay,
  proxy: LabProxy,
  passthrough = "",
): OtherExtension {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-other-"));
  const isChrome = browser.kind === "chrome";
  const manifest = {
    manifest_version: 3,
    name: "Another proxy",
    version: "1.0",
    permissions: ["proxy", "privacy"],
    host_permissions: ["<all_urls>"],
    background: isChrome ? { service_worker: "background.js" } : { scripts: ["background.js"] },
    ...(isChrome ? {} : { browser_specific_settings: { gecko: { id: ID } } }),
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "background.js"), background(isChrome, way, proxy, passthrough));
  let id = ID;
  return {
    async install() {
      // In Firefox only who may run in private windows may set the proxy.
      if (isChrome) id = await browser.browser.installExtension(folder);
      else await installExtension(browser.browser, folder, true);
    },
    uninstall: () => browser.browser.uninstallExtension(id),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function background(isChrome: boolean, way: OtherWay, { address, port }: LabProxy, passthrough: string): string {
  const server = { host: address, port };
  if (way === "listener")
    return `browser.proxy.onRequest.addListener(() => (${JSON.stringify({ type: "http", ...server })}),
      { urls: ["<all_urls>"] });`;
  if (way === "web-rtc")
    return `(globalThis.browser ?? chrome).privacy.network.webRTCIPHandlingPolicy.set({ value: "default" });`;
  const value = isChrome
    ? { mode: "fixed_servers", rules: { singleProxy: { scheme: "http", ...server } } }
    : { proxyType: "manual", http: `${address}:${port}`, httpProxyAll: true, passthrough };
  return `(globalThis.browser ?? chrome).proxy.settings.set(${JSON.stringify({ value })});`;
}
