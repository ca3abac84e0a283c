import { crx, type ManifestV3Export } from "@crxjs/vite-plugin";
import { defineConfig } from "vitest/config";
import manifest from "./manifest.json" with { type: "json" };
import { buildOptions } from "./scripts/vite/build-options.ts";
import { classicWorker } from "./scripts/vite/classic-worker.ts";
import { loadAtOnce } from "./scripts/vite/load-at-once.ts";
import { manifestFor } from "./scripts/vite/manifest-for.ts";
import { pac } from "./scripts/vite/pac-plugin.ts";

/** What a browser on a busy machine may fail with: such a test has a second try, and the run names it. A wrong value never has one. */
const NOT_IN_TIME = /^waited \d+ ms for|timed out|Timed out|Timeout|Target closed|Session closed/;

/** Those that compare delays of a few milliseconds have the machine for themselves. */
const TIMED = ["balance", "monitoring", "parallel"].map((name) => `test/e2e/${name}.test.ts`);

/**
 * Tests without a browser wait for nothing: what they take is what the machine takes, and on a busy one a check of thousands
 * of cases ran into the usual five seconds. These limits end only what would never end.
 */
const WITHOUT_BROWSER = {
  environment: "node",
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
} as const;

const BROWSERS = {
  environment: "node",
  testTimeout: 120_000,
  hookTimeout: 120_000,
  retry: { count: 1, condition: NOT_IN_TIME },
} as const;

export default defineConfig(({ command, mode }) => {
  const browser = mode === "firefox" ? "firefox" : "chrome";
  return {
    plugins: [
      pac(),
      browser === "chrome" ? loadAtOnce() : [],
      process.env.VITEST ? [] : crx({ manifest: manifestFor(manifest, browser) as ManifestV3Export, browser }),
      browser === "chrome" && !process.env.VITEST ? classicWorker() : [],
    ],
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    server: { port: 5199, strictPort: true, hmr: { clientPort: 5199 } },
    build: {
      outDir: command === "serve" ? "dist/dev" : `dist/${browser}`,
      ...buildOptions(browser),
      license: { fileName: "third-party-licenses.md" },
      rolldownOptions: { input: { options: "popup/options/index.html" } },
    },
    test: {
      reporters: ["default", "./scripts/closing-line.ts"],
      projects: [
        {
          extends: true,
          test: {
            ...WITHOUT_BROWSER,
            name: "unit",
            include: ["test/**/*.test.{ts,tsx}"],
            exclude: ["test/e2e/**", "test/contracts/**", "test/vectors/**", "test/samples/**"],
            setupFiles: ["test/random-seed.ts"],
            alias: { "webextension-polyfill": new URL("./test/fakes/browser.ts", import.meta.url).pathname },
          },
        },
        { extends: true, test: { ...WITHOUT_BROWSER, name: "vectors", include: ["test/vectors/**/*.test.ts"] } },
        { extends: true, test: { ...WITHOUT_BROWSER, name: "samples", include: ["test/samples/**/*.test.ts"] } },
        {
          extends: true,
          test: {
            ...BROWSERS,
            name: "e2e",
            include: ["test/e2e/**/*.test.ts", "test/contracts/**/*.test.ts"],
            exclude: [...TIMED],
            globalSetup: ["test/e2e/support/build.ts", "test/contracts/support/build.ts"],
            // They wait for most of their time.
            maxWorkers: 2,
            sequence: { groupOrder: 1 },
          },
        },
        {
          extends: true,
          test: {
            ...BROWSERS,
            name: "e2e-timed",
            include: [...TIMED],
            globalSetup: ["test/e2e/support/build.ts"],
            fileParallelism: false,
            sequence: { groupOrder: 2 },
          },
        },
      ],
    },
  };
});
