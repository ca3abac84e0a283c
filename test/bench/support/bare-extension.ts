import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import { FIREFOX_ID } from "../../e2e/support/firefox-prefs.ts";
import type { LabProxy } from "../../lab/proxy/proxy.ts";

export interface BareExtension {
  readonly folder: string;
  remove(): Promise<void>;
}

/** An extension of one line, which gives the browser one proxy and does no more: what any extension can reach at best. */
export function createBareExtension(kind: BrowserKind, { address, port }: LabProxy): BareExtension {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-bare-"));
  const isChrome = kind === "chrome";
  const manifest = {
    manifest_version: 3,
    name: "One proxy",
    version: "1.0",
    permissions: ["proxy"],
    host_permissions: ["<all_urls>"],
    background: isChrome ? { service_worker: "background.js" } : { scripts: ["background.js"] },
    ...(isChrome ? {} : { browser_specific_settings: { gecko: { id: FIREFOX_ID } } }),
  };
  const program = `function FindProxyForURL() { return "PROXY ${address}:${port}"; }`;
  const value = isChrome
    ? { mode: "pac_script", pacScript: { data: program, mandatory: true } }
    : { proxyType: "manual", http: `${address}:${port}`, httpProxyAll: true, passthrough: "" };
  const set = `(globalThis.browser ?? chrome).proxy.settings.set(${JSON.stringify({ value })});`;
  mkdirSync(join(folder, "popup"));
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "background.js"), set);
  writeFileSync(join(folder, "popup/index.html"), "<!doctype html><title>One proxy</title>");
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
