import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import { copyExtension, type ExtensionCopy } from "./extension-copy.ts";

/** A copy of a browser's build that has from the start what a person may grant: nobody can click Chrome's question. */
export function createGrantedExtension(kind: BrowserKind): ExtensionCopy {
  const copy = copyExtension(kind);
  copy.manifest(({ optional_permissions: optional, ...manifest }) => ({
    ...manifest,
    permissions: [...manifest.permissions, ...optional],
  }));
  return copy;
}
