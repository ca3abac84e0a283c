import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import { extensionFolder } from "./build.ts";

type Manifest = Readonly<Record<string, unknown>> & {
  readonly version: string;
  readonly permissions: readonly string[];
  readonly optional_permissions: readonly string[];
  readonly background: {
    readonly service_worker?: string;
    readonly scripts?: readonly string[];
    readonly type?: string;
  };
};

/** A copy of a browser's build, to be changed. */
export interface ExtensionCopy {
  readonly folder: string;
  readonly version: string;
  manifest(change: (before: Manifest) => object): void;
  /** Puts a script before the background's first. */
  before(script: string): void;
  remove(): Promise<void>;
}

export function copyExtension(kind: BrowserKind): ExtensionCopy {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-copy-"));
  cpSync(extensionFolder(kind), folder, { recursive: true });
  const manifestPath = join(folder, "manifest.json");
  const manifest = (): Manifest => JSON.parse(readFileSync(manifestPath, "utf8"));
  return {
    folder,
    get version() {
      return manifest().version;
    },
    manifest(change) {
      writeFileSync(manifestPath, JSON.stringify(change(manifest())));
    },
    before(script) {
      writeFileSync(join(folder, "before.js"), script);
      const { background } = manifest();
      const first = join(folder, background.service_worker ?? background.scripts?.[0] ?? "");
      const load = background.type === "module" ? `import "./before.js";` : `importScripts("before.js");`;
      writeFileSync(first, `${load}\n${readFileSync(first, "utf8")}`);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
