import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { commentsOf } from "./references.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** A file's path and what in it may cite something: its comments; of a test its titles too; of a page everything. */
export interface Text {
  readonly path: string;
  readonly text: string;
}

export const page = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Not searched: the tests of this search, whose samples cite what there is not. */
const OWN = relative(ROOT, join(import.meta.dirname, ".."));

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => /\.(?:[mc]?[jt]s|tsx|json|md)$/.test(path) && !path.startsWith(`${OWN}/`));

const ofCode = (path: string): Text => ({ path, text: commentsOf(page(path)) });
const ofPage = (path: string): Text => ({ path, text: page(path) });

const pagesOfRoot = (): readonly string[] => readdirSync(ROOT).filter((name) => name.endsWith(".md"));

export const testTexts = (): readonly Text[] => filesIn("test").map(ofPage);

/** All that may cite a requirement or a fact. */
export const allTexts = (): readonly Text[] => [
  ...["src", "background", "popup", "scripts"].flatMap(filesIn).map(ofCode),
  ...filesIn("docs").map(ofPage),
  ...pagesOfRoot().map(ofPage),
  ...testTexts(),
];
