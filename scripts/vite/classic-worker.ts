import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { buildOptions } from "./build-options.ts";

const SCRIPT = "background.js";

/**
 * Makes the built extension's service worker one classic script. Chrome keeps the compiled code of such a script for the
 * next start; modules of a worker are compiled anew each time that an event wakes it.
 */
export function classicWorker(): Plugin {
  return {
    name: "switchyard:classic-worker",
    apply: "build",
    enforce: "post",
    // Behind the manifest's own plugin.
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir = "" }) {
        const path = join(dir, "manifest.json");
        const { background, ...manifest } = JSON.parse(readFileSync(path, "utf8"));
        const loader = join(dir, background.service_worker);
        const code = await inOne(loader);
        for (const file of [loader, ...modulesOf(loader, dir)]) rmSync(file);
        writeFileSync(join(dir, SCRIPT), code);
        writeFileSync(path, JSON.stringify({ ...manifest, background: { service_worker: SCRIPT } }, null, 2));
      },
    },
  };
}

/** What the loader of the manifest's plugin imports: the background, which nothing else does. */
const modulesOf = (loader: string, dir: string): string[] =>
  [...readFileSync(loader, "utf8").matchAll(/import\s*["']([^"']+)["']/g)].map(([, path = ""]) => join(dir, path));

async function inOne(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "warn",
    mode: "production",
    define: { "import.meta.url": "self.location.href" },
    build: {
      ...buildOptions("chrome"),
      write: false,
      copyPublicDir: false,
      rolldownOptions: { input: entry, output: { format: "iife" } },
    },
  });
  const result = Array.isArray(built) ? built[0] : built;
  if (!result || !("output" in result)) throw new Error("the service worker gave no output");
  // As modules are.
  return `"use strict";${result.output[0].code}`;
}
