import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Table } from "../test/bench/support/table.ts";
import { buildExtension } from "../test/e2e/support/build.ts";

const FOLDER = resolve(import.meta.dirname, "../test/bench");

/**
 * Runs every exported `bench…` function under test/bench, one after the other.
 *
 * @param only parts of files' names: files that have none of them are left out; empty: none is
 * @param options from the first `--…` on: each function reads them itself
 */
async function bench(only: readonly string[], options: readonly string[]): Promise<void> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".ts"));
  const wanted = files.filter((file) => only.length === 0 || only.some((name) => file.includes(name)));
  for (const kind of ["chrome", "firefox"] as const) await buildExtension(kind);
  for (const file of wanted) {
    const module: Readonly<Record<string, unknown>> = await import(/* @vite-ignore */ join(FOLDER, file));
    for (const [name, run] of Object.entries(module)) {
      if (!name.startsWith("bench") || typeof run !== "function") continue;
      if (options.length > 0 && run.length === 0) throw new Error(`${name} takes no options, got ${options.join(" ")}`);
      const { title, rows }: Table = await run(options);
      console.log(`\n${title}`);
      console.log(asTable(rows));
    }
  }
}

/** A Markdown table, so that figures can be copied into a document as they are. */
function asTable(rows: Table["rows"]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const lines = [columns, columns.map(() => "---"), ...rows.map((row) => columns.map((name) => row[name] ?? ""))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => String(line[at]).length)));
  return lines.map((line) => `| ${line.map((cell, at) => pad(cell, widths[at] ?? 0)).join(" | ")} |`).join("\n");
}

const pad = (cell: string | number, width: number): string =>
  typeof cell === "number" ? String(cell).padStart(width) : cell.padEnd(width);

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith("--"));
const names = firstOption === -1 ? args.length : firstOption;
await bench(args.slice(0, names), args.slice(names));
