import { MISSING_NAME } from "./chromium-flags.ts";
import type { ExtensionBrowser } from "./extension-browser.ts";
import { createBrowserScope } from "./firefox-inside.ts";

/**
 * Makes `MISSING_NAME` a name that is not found, without asking anybody. Chromium is told so at its start. Firefox, where
 * every name is this machine, must look names up for that; those of sites are looked up by the proxies.
 */
export async function missName({ kind, browser }: ExtensionBrowser): Promise<void> {
  if (kind !== "firefox") return;
  const inside = await createBrowserScope(browser);
  await inside(`Services.prefs.setStringPref("network.dns.forceResolve", "");
    Cc["@mozilla.org/network/native-dns-override;1"].getService(Ci.nsINativeDNSResolverOverride)
      .addIPOverride("${MISSING_NAME}", "N/A"), "missing"`);
}
