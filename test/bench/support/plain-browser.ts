import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import { launchChromium } from "../../e2e/support/chromium.ts";
import type { ExtensionBrowser } from "../../e2e/support/extension-browser.ts";
import { launchFirefox } from "../../e2e/support/firefox.ts";
import type { Lab } from "../../lab/lab.ts";

/** A browser that goes by the lab's first proxy because its own settings say so. */
export async function launchPlain(lab: Lab, kind: BrowserKind): Promise<ExtensionBrowser> {
  const [proxy] = lab.proxies;
  if (!proxy) throw new Error("expected a lab with a proxy");
  const extension = idleExtension();
  try {
    if (kind === "chrome")
      return await launchChromium(lab, { extension, args: [`--proxy-server=http://${proxy.address}:${proxy.port}`] });
    const prefs = {
      "network.proxy.type": 1,
      "network.proxy.http": proxy.address,
      "network.proxy.http_port": proxy.port,
      "network.proxy.ssl": proxy.address,
      "network.proxy.ssl_port": proxy.port,
    };
    return await launchFirefox(lab, { extension, prefs });
  } finally {
    rmSync(extension, { recursive: true, force: true });
  }
}

/** The launchers take an extension always: one that asks for nothing and does nothing is as none. */
function idleExtension(): string {
  const folder = mkdtempSync(join(tmpdir(), "idle-extension-"));
  const manifest = {
    manifest_version: 3,
    name: "Idle",
    version: "1",
    browser_specific_settings: { gecko: { id: "idle@bench.example" } },
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return folder;
}
