import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import { extensionFolder } from "./build.ts";

/** A copy of a browser's build that has from the start what a person may grant: nobody can click Chrome's question. */
export function createGrantedExtension(kind: BrowserKind): { readonly folder: string; remove(): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-granted-"));
  cpSync(extensionFolder(kind), folder, { recursive: true });
  const path = join(folder, "manifest.json");
  const { optional_permissions: optional, ...manifest } = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...manifest, permissions: [...manifest.permissions, ...optional] }));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
