import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A new profile folder with these files in it. */
export function createProfile(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-profile-"));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return folder;
}

/** Removes a profile; a browser that has just ended may still write to it, hence the tries. */
export const removeProfile = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
