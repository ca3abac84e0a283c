import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { requireBrowser } from "../../../scripts/find-browser.mjs";
import type { LabProxy } from "../../lab/proxy/proxy.ts";

/** A browser whose administrator has fixed its proxy; nothing of it is seen by any other browser of this machine. */
export interface ManagedBrowser {
  /** To be started in place of the browser's own program. */
  readonly program: string;
  /** Takes the policy away while the browser runs, where it looks for that. */
  lift(): Promise<void>;
  remove(): Promise<void>;
}

/** Where Chromium, or Google's Chrome, looks for policies, and the folder beside it that may be hidden for one browser. */
const CHROME_PLACES = [
  { hidden: "/etc/chromium", policies: "policies/managed" },
  { hidden: "/etc/opt", policies: "chrome/policies/managed" },
];
const FIREFOX_PLACES = ["/usr/lib/firefox-esr", "/usr/lib/firefox", "/opt/firefox"];

/** A text: why it cannot be had here. */
export function createManagedChrome({ address, port }: LabProxy): ManagedBrowser | string {
  return underPolicies({ ProxySettings: { ProxyMode: "fixed_servers", ProxyServer: `${address}:${port}` } });
}

/** A Chromium with these policies; a text: why it cannot be had here. */
export function underPolicies(policies: Readonly<Record<string, unknown>>): ManagedBrowser | string {
  const place = CHROME_PLACES.find(({ hidden }) => existsSync(hidden));
  if (!place)
    return `none of the folders of policies is there: ${CHROME_PLACES.map(({ hidden }) => hidden).join(", ")}`;
  if (spawnSync("unshare", ["-Urm", "true"]).status !== 0)
    return "this machine allows no namespaces of files (unshare -Urm)";
  const folder = mkdtempSync(join(tmpdir(), "switchyard-managed-"));
  const etc = join(folder, "etc");
  const file = join(etc, place.policies, "policies.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(policies));
  const program = join(folder, "chrome");
  const inside = `mount --bind "${etc}" ${place.hidden} && exec "$0" "$@"`;
  writeFileSync(
    program,
    `#!/bin/sh\nexec unshare -Urm sh -c '${inside}' "${requireBrowser("chrome")}" --no-sandbox "$@"\n`,
  );
  chmodSync(program, 0o755);
  return { program, lift: () => rm(file), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** As `createManagedChrome`: Firefox looks beside its own program, so a folder is made that has all of its own but that. */
export function createManagedFirefox({ port }: LabProxy): ManagedBrowser | string {
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
  const proxy = { Mode: "manual", HTTPProxy: `127.0.0.1:${port}`, UseHTTPProxyForAllProtocols: true, Locked: true };
  writeFileSync(join(folder, "distribution", "policies.json"), JSON.stringify({ policies: { Proxy: proxy } }));
  return {
    program: join(folder, name),
    lift: async () => {},
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
