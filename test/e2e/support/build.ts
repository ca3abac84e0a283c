import { resolve } from "node:path";
import { build } from "vite";
import type { BrowserKind } from "../../../scripts/find-browser.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Where a browser's build lies. */
export const extensionFolder = (kind: BrowserKind): string => resolve(ROOT, "dist", kind);

/** Builds the extension for one browser, as `vite build` does. */
export async function buildExtension(kind: BrowserKind): Promise<string> {
  // Vitest's mark makes vite.config.ts leave out what turns the sources into an extension
  const { VITEST, NODE_ENV } = process.env;
  delete process.env.VITEST;
  delete process.env.NODE_ENV; // "test" here would build the pages without production's defaults
  try {
    await build({ root: ROOT, configFile: resolve(ROOT, "vite.config.ts"), mode: kind, logLevel: "warn" });
  } finally {
    if (VITEST !== undefined) process.env.VITEST = VITEST;
    if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV;
  }
  return extensionFolder(kind);
}

/** Each project that needs the builds has this set-up; each has its own copy of this module. */
const BUILT = Symbol.for("switchyard.built");
const shared: typeof globalThis & { [BUILT]?: Promise<void> } = globalThis;

async function buildBoth(): Promise<void> {
  await buildExtension("chrome");
  await buildExtension("firefox");
}

/** Whether the builds that lie there are to be tested: `npm run repeat` makes them in its first round alone. */
export const isBuilt = (): boolean => process.env.E2E_BUILT === "1";

/** Vitest's global set-up of the end-to-end tests: both builds, once. */
export default async function setup(): Promise<void> {
  if (isBuilt()) return;
  shared[BUILT] ??= buildBoth();
  await shared[BUILT];
}
