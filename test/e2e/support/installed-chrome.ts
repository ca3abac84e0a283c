import { spawnSync } from "node:child_process";
import { createHash, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { requireBrowser } from "../../../scripts/find-browser.mjs";
import type { ExtensionCopy } from "./extension-copy.ts";
import { createManagedChrome } from "./managed.ts";
import { createProfile, removeProfile } from "./profile.ts";

/** A Chromium that installs the extension by itself, packed, as a store's is: it stays in the profile from then on. */
export interface InstalledChrome {
  /** To be started in place of the browser's own program. */
  readonly program: string;
  readonly id: string;
  remove(): Promise<void>;
}

/**
 * Chromium forgets, when it ends, what an extension from its command line listens to, and such a one is asked nothing
 * before its background runs again. One that was installed is remembered, and requests wait for it.
 *
 * @returns a text: why it cannot be had here
 */
export async function createInstalledChrome(copy: ExtensionCopy): Promise<InstalledChrome | string> {
  const { id, file } = await pack(copy);
  const store = await serveUpdates(id, copy.version, file);
  const managed = createManagedChrome({
    ExtensionSettings: { [id]: { installation_mode: "normal_installed", update_url: `${addressOf(store)}/updates` } },
  });
  if (typeof managed === "string") {
    store.close();
    return managed;
  }
  return {
    program: managed.program,
    id,
    async remove() {
      store.closeAllConnections();
      store.close();
      await managed.remove();
    },
  };
}

async function pack({ folder }: ExtensionCopy): Promise<{ readonly id: string; readonly file: Buffer }> {
  const profile = createProfile({});
  const flags = ["--headless", "--no-sandbox", `--user-data-dir=${profile}`, `--pack-extension=${folder}`];
  spawnSync(requireBrowser("chrome"), flags, { stdio: "ignore", timeout: 60_000 });
  const [key, file] = [readFileSync(`${folder}.pem`, "utf8"), readFileSync(`${folder}.crx`)];
  await Promise.all([removeProfile(profile), rm(`${folder}.pem`), rm(`${folder}.crx`)]);
  return { id: idOf(key), file };
}

/** The first 128 bits of the public key's SHA-256, a letter from a to p for each four. */
function idOf(key: string): string {
  const publicKey = createPublicKey(key).export({ type: "spki", format: "der" });
  const digits = createHash("sha256").update(publicKey).digest("hex").slice(0, 32);
  return [...digits].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("");
}

/** What Chromium asks for an extension's updates (protocol 2.0), and the packed extension. */
async function serveUpdates(id: string, version: string, file: Buffer): Promise<Server> {
  const server = createServer(({ url }, response) => {
    if (url === "/extension.crx") {
      response.setHeader("content-type", "application/x-chrome-extension");
      response.end(file);
      return;
    }
    const found = `<updatecheck codebase="${addressOf(server)}/extension.crx" version="${version}"/>`;
    response.setHeader("content-type", "text/xml");
    response.end(
      `<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0"><app appid="${id}">${found}</app></gupdate>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("expected a server with a port");
  return `http://127.0.0.1:${address.port}`;
}
