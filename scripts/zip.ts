import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { type Zippable, zipSync } from "fflate";
import manifest from "../manifest.json" with { type: "json" };

const ROOT = resolve(import.meta.dirname, "..");

/** Zips a folder so that the same files always give the same bytes: names in order, one date, no rights of this machine. */
function zipFolder(folder: string, target: string): void {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
  const files: Zippable = {};
  for (const name of names) files[name] = readFileSync(join(folder, name));
  // fflate writes the local time: a date without a zone, not one of UTC, gives equal bytes in every zone
  const bytes = zipSync(files, { level: 9, mtime: new Date(1980, 0, 1), os: 3, attrs: 0o100644 << 16 });
  writeFileSync(target, bytes);
  console.log(`${relative(ROOT, target)}: ${names.length} files, ${bytes.length} bytes`);
}

mkdirSync(join(ROOT, "out"), { recursive: true });
for (const kind of ["chrome", "firefox"])
  zipFolder(join(ROOT, "dist", kind), join(ROOT, "out", `switchyard-${kind}-${manifest.version}.zip`));
