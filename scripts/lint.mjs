// npm run lint: format and lint (Biome), types (tsc, each part by its own rules), what nothing uses (knip).
import { pathToFileURL } from "node:url";
import { program } from "./program.mjs";

const CHECKS = [
  ["biome", "@biomejs/biome/bin/biome", ["check"]],
  ["knip", "knip/bin/knip.js", []],
  ...["src", "background", "popup", "test"].map((part) => [`types of ${part}`, "typescript/bin/tsc", ["-p", part]]),
];

/** Runs all checks; prints what those say that fail, and resolves to their names. */
export async function lint() {
  const failed = await Promise.all(
    CHECKS.map(async ([name, path, args]) => {
      const said = [];
      const code = await program(path, args, (chunk) => said.push(chunk));
      if (code === 0) return [];
      console.log(`\n— ${name} —\n${Buffer.concat(said).toString("utf8").trimEnd()}`);
      return [name];
    }),
  );
  const names = failed.flat();
  console.log(names.length === 0 ? `${CHECKS.length} checks are fine` : `\nfailed: ${names.join(", ")}`);
  return names;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = (await lint()).length === 0 ? 0 : 1;
}
