import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** What each folder may import, besides itself. Arrows point one way (docs/architecture.md). */
const MAY: Record<string, readonly string[]> = {
  "src/lib": [],
  "src/model": ["src/lib"],
  "src/balancer": ["src/lib", "src/model"],
  "src/monitoring": ["src/lib", "src/model"],
  "src/history": ["src/lib", "src/model"],
  "src/faults": ["src/lib", "src/model"],
  "src/routing": ["src/lib", "src/model"],
  "src/rule-lists": ["src/lib", "src/model", "src/routing"],
  "src/config": ["src/lib", "src/model", "src/routing"],
  "src/import": ["src/lib", "src/model", "src/routing", "src/config"],
  "src/decision": ["src/lib", "src/model", "src/routing", "src/balancer"],
  "src/protocol": [
    "src/lib",
    "src/model",
    "src/routing",
    "src/rule-lists",
    "src/config",
    "src/balancer",
    "src/decision",
  ],
  "src/engine": [
    "src/lib",
    "src/model",
    "src/routing",
    "src/balancer",
    "src/monitoring",
    "src/decision",
    "src/config",
    "src/protocol",
  ],
  "src/pac": ["src/lib", "src/model", "src/routing", "src/decision"],
  background: ["src", "_locales"],
  popup: ["src", "_locales"],
};

interface Import {
  readonly file: string;
  readonly from: string;
}

const files = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));

const importsOf = (file: string): Import[] =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(/from "([^"]+)"|import\("([^"]+)"\)/g)].map((match) => ({
    file,
    from: match[1] ?? match[2] ?? "",
  }));

const local = ({ file, from }: Import): string => normalize(join(dirname(file), from)).replace(/\?.*$/, "");

test.each(Object.entries(MAY))("%s imports only what lies below it", (folder, allowed) => {
  const wrong = files(folder)
    .flatMap(importsOf)
    .filter((entry) => entry.from.startsWith("."))
    .filter((entry) => ![folder, ...allowed].some((may) => local(entry).startsWith(`${may}/`)))
    .map((entry) => `${entry.file} imports ${entry.from}`);
  expect(wrong).toEqual([]);
});

test("every folder of the core has its rule", () => {
  const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => `src/${entry.name}`).filter((folder) => !(folder in MAY))).toEqual([]);
});

test("the core knows no clock, no randomness and no browser; the entry of the PAC program alone reads the clock", () => {
  const impure = /\bDate\b|Math\.random|\bsetTimeout\b|\bfetch\(|\bchrome\.|\bbrowser\.|webextension-polyfill|preact/;
  const code = (file: string): string =>
    readFileSync(join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  expect(files("src").filter((file) => file !== "src/pac/entry.ts" && impure.test(code(file)))).toEqual([]);
});

test("only adapters say `browser` or `chrome`", () => {
  const says = /\bchrome\.|\bbrowser\.|webextension-polyfill/;
  const code = (file: string): string =>
    readFileSync(join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
  const allowed = /^background\/adapters\/|^popup\/(adapters\/|client|i18n)/;
  expect([...files("background"), ...files("popup")].filter((f) => !allowed.test(f) && says.test(code(f)))).toEqual([]);
});
