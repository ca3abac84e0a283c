// Runs a TypeScript script of this project, which Node 20 cannot do by itself: node scripts/run.mjs scripts/zip.ts [arguments]
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = resolve(import.meta.dirname, "..");

/** Runs a script with these arguments. What it throws is printed and makes the exit code 1. */
export async function run(script, args) {
  process.argv = [process.argv[0], resolve(script), ...args];
  try {
    const { runnerImport } = await import("vite");
    await runnerImport(resolve(script), { configFile: false, root: ROOT, logLevel: "error" });
  } catch (error) {
    console.error(error instanceof Error ? error.stack : error);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [script, ...args] = process.argv.slice(2);
  if (script) await run(script, args);
  else {
    console.error("usage: node scripts/run.mjs SCRIPT.ts [arguments]");
    process.exitCode = 2;
  }
}
