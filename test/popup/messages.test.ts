import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import en from "../../_locales/en/messages.json" with { type: "json" };
import fa from "../../_locales/fa/messages.json" with { type: "json" };

type Messages = Readonly<Record<string, { readonly message: string }>>;

const ROOT = join(import.meta.dirname, "../..");
const ENGLISH: Messages = en;
const PERSIAN: Messages = fa;
const KEYS = Object.keys(ENGLISH);

const placeholders = (text: string | undefined): string[] => [...new Set(text?.match(/\$[1-9]/g) ?? [])].sort();

/** The text of every file that can use a message. */
function sources(): string {
  const files = ["popup", "background/adapters"]
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return [...files, join(ROOT, "manifest.json")].map((file) => readFileSync(file, "utf8")).join("\n");
}

/** What a source may mean by a key: the text itself, or a template such as `error_${code}_do`. */
function usedKeys(source: string): (key: string) => boolean {
  const plain = new Set([
    ...[...source.matchAll(/"(\w+)"/g)].map(([, key]) => key ?? ""),
    ...[...source.matchAll(/__MSG_(\w+)__/g)].map(([, key]) => key ?? ""),
  ]);
  const templates = [...source.matchAll(/`(\w+_\$\{[^`]*?)`/g)].map(
    ([, text = ""]) => new RegExp(`^${text.replace(/\$\{[^}]*\}/g, "\\w+")}$`),
  );
  const base = (key: string): string => key.replace(/_(one|other)$/, "");
  return (key) => plain.has(key) || plain.has(base(key)) || templates.some((template) => template.test(key));
}

test("both languages have the same messages, in the same order", () => {
  expect(Object.keys(PERSIAN)).toEqual(KEYS);
});

test("each says something in both languages, with the same placeholders", () => {
  const told = (messages: Messages) => KEYS.map((key) => [key, placeholders(messages[key]?.message)]);
  expect(KEYS.filter((key) => !ENGLISH[key]?.message || !PERSIAN[key]?.message)).toEqual([]);
  expect(told(PERSIAN)).toEqual(told(ENGLISH));
});

test("no message is unused", () => {
  const used = usedKeys(sources());
  expect(KEYS.filter((key) => !used(key))).toEqual([]);
});

test("Persian is written with its own letters, and a sentence ends as in English", () => {
  // The Arabic yeh and kaf look alike, but are not found by a search for the Persian ones.
  expect(KEYS.filter((key) => /[\u064a\u0643]/.test(PERSIAN[key]?.message ?? ""))).toEqual([]);
  const ends = (messages: Messages, key: string): boolean => /\.$/.test(messages[key]?.message ?? "");
  expect(KEYS.filter((key) => ends(ENGLISH, key) !== ends(PERSIAN, key))).toEqual([]);
});

test("a test has one word in Persian", () => {
  const others = Object.entries(PERSIAN).filter(([, { message }]) => /آزم/.test(message));
  expect(others).toEqual([]);
});
