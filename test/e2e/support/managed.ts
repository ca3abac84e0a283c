import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Page } from "puppeteer-core";
import { requireBrowser } from "../../../scripts/find-browser.mjs";
import type { LabProxy } from "../../lab/proxy/proxy.ts";

/** A browser with an administrator's policies; nothing of them is seen by any other browser of this machine. */
export interface ManagedBrowser {
  /** To be started in place of the browser's own program. */
  readonly program: string;
  remove(): Promise<void>;
}

/** A Chromium whose policies can be changed while it runs; it reads them when it is told to (`reloadPolicies`). */
export interface ManagedChrome extends ManagedBrowser {
  /** @param policies null: there are none any more */
  write(policies: Policies | null): void;
}

type Policies = Readonly<Record<string, unknown>>;

/** Where Chromium, or Google's Chrome, looks for policies, and the folder beside it that may be hidden for one browser. */
const CHROME_PLACES = [
  { hidden: "/etc/chromium", policies: "policies/managed" },
  { hidden: "/etc/opt", policies: "chrome/policies/managed" },
];
const FIREFOX_PLACES = ["/usr/lib/firefox-esr", "/usr/lib/firefox", "/opt/firefox"];

/** Chromium's policies that send everything but one host through one proxy. */
export const fixedProxy = ({ address, port }: LabProxy, past: string): Policies => ({
  ProxySettings: { ProxyMode: "fixed_servers", ProxyServer: `${address}:${port}`, ProxyBypassList: past },
});

/** A Chromium with these policies; a text: why it cannot be had here. */
export function createManagedChrome(policies: Policies): ManagedChrome | string {
  const place = CHROME_PLACES.find(({ hidden }) => existsSync(hidden));
  if (!place)
    return `none of the folders of policies is there: ${CHROME_PLACES.map(({ hidden }) => hidden).join(", ")}`;
  if (spawnSync("unshare", ["-Urm", "true"]).status !== 0)
    return "this machine allows no namespaces of files (unshare -Urm)";
  const folder = mkdtempSync(join(tmpdir(), "switchyard-managed-"));
  const etc = join(folder, "etc");
  const file = join(etc, place.policies, "policies.json");
  mkdirSync(dirname(file), { recursive: true });
  const write = (now: Policies | null): void =>
    now === null ? rmSync(file) : writeFileSync(file, JSON.stringify(now));
  write(policies);
  const program = join(folder, "chrome");
  const inside = `mount --bind "${etc}" ${place.hidden} && exec "$0" "$@"`;
  writeFileSync(
    program,
    `#!/bin/sh\nexec unshare -Urm sh -c '${inside}' "${requireBrowser("chrome")}" --no-sandbox "$@"\n`,
  );
  chmodSync(program, 0o755);
  return { program, write, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Tells a Chromium, by its page of policies, to read them anew; resolves before it has. */
export async function reloadPolicies(policies: Page): Promise<void> {
  await policies.evaluate(`chrome.send("reloadPolicies")`);
}

/**
 * A Firefox whose policy sends everything through one proxy; a text: why it cannot be had here. Firefox looks for policies
 * beside its own program, so a folder is made that has all of its own but that.
 *
 * @param passthrough hosts that the policy sends past its proxy
 */
export function createManagedFirefox({ port }: LabProxy, passthrough = ""): ManagedBrowser | string {
  const found = realpathSync(requireBrowser("firefox"));
  const home = [dirname(found), ...FIREFOX_PLACES].find((place) => existsSync(join(place, "libxul.so")));
  if (home === undefined) return `Firefox's own folder was not found beside ${found}`;
  const folder = mkdtempSync(join(tmpdir(), "switchyard-managed-"));
  const name = ["firefox-esr", "firefox", "firefox-bin"].find((one) => existsSync(join(home, one))) ?? basename(found);
  for (const entry of readdirSync(home)) {
    if (entry === name) copyFileSync(join(home, entry), join(folder, entry));
    else if (entry !== "distribution") symlinkSync(join(home, entry), join(folder, entry));
  }
  mkdirSync(join(folder, "distribution"));
  const proxy = {
    Mode: "manual",
    HTTPProxy: `127.0.0.1:${port}`,
    UseHTTPProxyForAllProtocols: true,
    Passthrough: passthrough,
    Locked: true,
  };
  writeFileSync(join(folder, "distribution", "policies.json"), JSON.stringify({ policies: { Proxy: proxy } }));
  return { program: join(folder, name), remove: () => rm(folder, { recursive: true, force: true }) };
}
