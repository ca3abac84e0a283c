import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { classicWorker } from "../../scripts/vite/classic-worker.ts";

/** A built extension as the manifest's plugin leaves it: a loader, the background's module, and one that pages share. */
function builtExtension(): string {
  const dir = mkdtempSync(join(tmpdir(), "switchyard-classic-"));
  mkdirSync(join(dir, "assets"));
  const files = {
    "manifest.json": JSON.stringify({
      name: "x",
      background: { service_worker: "service-worker-loader.js", type: "module" },
    }),
    "service-worker-loader.js": "import './assets/main.js';\n",
    "assets/main.js": 'import { shared } from "./shared.js"; globalThis.seen = [shared, this];',
    "assets/shared.js": 'export const shared = "both"; export const other = "pages";',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

test("Chrome's worker is one classic script, whose compiled code the browser keeps; what pages share stays", async () => {
  const dir = builtExtension();
  try {
    const { writeBundle } = classicWorker();
    if (typeof writeBundle !== "object") throw new Error("expected a hook");
    await writeBundle.handler.call({} as never, { dir } as never, {});
    const { name, background } = JSON.parse(readFileSync(join(dir, "manifest.json"), "utf8"));
    expect([name, background]).toEqual(["x", { service_worker: "background.js" }]);
    const global: { seen?: unknown } = {};
    runInNewContext(readFileSync(join(dir, "background.js"), "utf8"), global);
    expect(global.seen).toEqual(["both", undefined]);
    const left = ["service-worker-loader.js", "assets/main.js", "assets/shared.js"].map((file) =>
      existsSync(join(dir, file)),
    );
    expect(left).toEqual([false, false, true]);
  } finally {
    rmSync(dir, { recursive: true });
  }
});
