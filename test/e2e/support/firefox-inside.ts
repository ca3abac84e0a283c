import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import { type Zippable, zipSync } from "fflate";
import type { Browser } from "puppeteer-core";

/** Runs an expression with the browser's own rights; it must give a text, or a promise of one. */
export type BrowserScope = (expression: string) => Promise<string>;

interface Reply {
  readonly result: unknown;
}

/** The WebDriver BiDi connection under puppeteer: what it has no methods for is sent there. Not in its types. */
interface Connection {
  send(method: string, params: object): Promise<Reply>;
}

function connectionOf(browser: Browser): Connection {
  const { connection } = browser as unknown as { connection?: Connection };
  if (!connection) throw new Error("expected a browser driven by WebDriver BiDi");
  return connection;
}

/** Opens the scope of the browser's own code, where its services are; `--remote-allow-system-access` allows it. */
export async function createBrowserScope(browser: Browser): Promise<BrowserScope> {
  const connection = connectionOf(browser);
  const tree = (await connection.send("browsingContext.getTree", { "moz:scope": "chrome" })).result as {
    contexts: { context: string }[];
  };
  const context = tree.contexts[0]?.context;
  return async (expression) => {
    const reply = await connection.send("script.evaluate", { expression, awaitPromise: true, target: { context } });
    const outcome = reply.result as {
      type: string;
      result?: { value?: string };
      exceptionDetails?: { text: string };
    };
    if (outcome.type !== "success") throw new Error(`in the browser: ${outcome.exceptionDetails?.text}`);
    return outcome.result?.value ?? "";
  };
}

/** Makes the browser trust a certificate authority for sites, as a person does by importing it. */
export async function trustAuthority(inside: BrowserScope, pem: string): Promise<void> {
  const base64 = pem.replace(/-----[^-]+-----|\s/g, "");
  await inside(`Cc["@mozilla.org/security/x509certdb;1"].getService(Ci.nsIX509CertDB)
    .addCertFromBase64(${JSON.stringify(base64)}, "C,,"), "trusted"`);
}

/** Installs the extension for good where the browser takes an unsigned one (true), else until it ends (false). */
export async function installExtension(browser: Browser, folder: string, privateWindows: boolean): Promise<boolean> {
  const connection = connectionOf(browser);
  const allowed = { "moz:allowPrivateBrowsing": privateWindows };
  const place = await mkdtemp(join(tmpdir(), "switchyard-xpi-"));
  try {
    const path = join(place, "extension.xpi");
    writeFileSync(path, zipOf(folder));
    const extensionData = { type: "archivePath", path };
    await connection.send("webExtension.install", { extensionData, "moz:permanent": true, ...allowed });
    return true;
  } catch {
    await connection.send("webExtension.install", { extensionData: { type: "path", path: folder }, ...allowed });
    return false;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Installs another version over one that is there for good, as the browser's own updates do. */
export async function updateExtension(inside: BrowserScope, folder: string): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), "switchyard-xpi-"));
  try {
    const path = join(place, "extension.xpi");
    writeFileSync(path, zipOf(folder));
    // The driver's own way would switch it off and on to give it its private windows again.
    await inside(`(async () => {
      const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");
      const { FileUtils } = ChromeUtils.importESModule("resource://gre/modules/FileUtils.sys.mjs");
      const install = await AddonManager.getInstallForFile(new FileUtils.File(${JSON.stringify(path)}));
      await install.install();
      return "updated";
    })()`);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

function zipOf(folder: string): Uint8Array {
  const files: Zippable = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[relative(folder, path).split(sep).join("/")] = readFileSync(path);
  }
  return zipSync(files, { level: 1 });
}
