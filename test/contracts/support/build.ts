import { resolve } from "node:path";
import { crx, type ManifestV3Export } from "@crxjs/vite-plugin";
import { build } from "vite";
import manifest from "../../../manifest.json" with { type: "json" };
import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import { buildOptions } from "../../../scripts/vite/build-options.ts";
import { manifestFor } from "../../../scripts/vite/manifest-for.ts";
import { pac } from "../../../scripts/vite/pac-plugin.ts";
import { isBuilt } from "../../e2e/support/build.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const MAIN = "test/contracts/host/main.ts";

/** The host's one page, through which a test calls. */
export const HOST_PAGE = "test/contracts/host/page.html";

/** Where the host's build for a browser lies. */
export const hostFolder = (kind: BrowserKind): string => resolve(ROOT, "dist/contracts", kind);

/** The extension's own manifest, permissions and policy included, with the host in place of its background and pages. */
function hostManifest(kind: BrowserKind): ManifestV3Export {
  const { options_ui: _, ...own } = manifestFor(manifest, kind);
  return {
    ...own,
    action: { default_popup: HOST_PAGE },
    background: { service_worker: MAIN, scripts: [MAIN], type: "module" },
  } as ManifestV3Export;
}

/** Vitest's global set-up: the host for both browsers, once. */
export default async function setup(): Promise<void> {
  if (isBuilt()) return;
  for (const kind of ["chrome", "firefox"] as const)
    await build({
      root: ROOT,
      configFile: false,
      mode: kind,
      logLevel: "warn",
      plugins: [pac(), crx({ manifest: hostManifest(kind), browser: kind })],
      build: { ...buildOptions(kind), outDir: hostFolder(kind) },
    });
}
