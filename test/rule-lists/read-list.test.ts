import fc from "fast-check";
import { expect, test } from "vitest";
import { LIST_FORMATS } from "../../src/model/rule-list.ts";
import { readList } from "../../src/rule-lists/read-list.ts";
import { matcher } from "./matching.ts";

const names = (count: number): string => Array.from({ length: count }, (_, i) => `s${i}.example`).join("\n");

const words = (count: number): string =>
  ["[AutoProxy 0.2.9]", ...Array.from({ length: count }, (_, i) => `word${i}`)].join("\n");

test.each<[string, Parameters<typeof readList>, string | number]>([
  ["a list", ["domains", "a.example\nb.example"], 2],
  ["HTML", ["domains", "<!DOCTYPE html><p>a.example</p>"], "html"],
  ["HTML behind blanks", ["autoproxy", "\n  <html><body>||a.example"], "html"],
  ["nothing", ["domains", " \n\n"], "empty"],
  ["comments alone", ["autoproxy", "! nothing\n"], "empty"],
  ["nothing of use", ["autoproxy", "||a.example/path\n||b.example/path"], "empty"],
  ["no rules", ["source", '{"version":1,"rules":[]}'], "empty"],
  ["mostly something else", ["domains", "a.example\n{ b\n{ c"], "unreadable"],
  ["half of it something else", ["domains", "a.example\n{ b"], 1],
  ["another format", ["source", "a.example\nb.example"], "unreadable"],
  ["paths are no sign of another format", ["autoproxy", `||a.example\n${"||b.example/p\n".repeat(9)}`], 1],
  ["200,000 hosts", ["domains", names(200_000)], 200_000],
  ["more", ["domains", names(200_001)], "too-large"],
  ["1,000 keywords", ["autoproxy", words(1_000)], 1_000],
  ["more keywords", ["autoproxy", words(1_001)], "too-large"],
  ["a word", ["domains", "OK"], "unreadable"],
  ["words", ["domains", "Forbidden\n\nSorry\n"], "unreadable"],
  ["a sentence", ["domains", "Please log in at example.com"], "unreadable"],
  ["words of a hosts file", ["domains", "127.0.0.1 localhost\n::1 loopback"], "unreadable"],
  ["words beside a name", ["domains", "ir\nexample.com"], 2],
  ["a word that is marked as a name", ["domains", "+.ir"], 1],
  ["top-level domains", ["domains", "ir\ncn\nru"], 3],
  ["a word as AutoProxy", ["autoproxy", "OK"], "unreadable"],
  ["a word in Base64", ["autoproxy", btoa("Forbidden")], "unreadable"],
  ["words under AutoProxy's first line", ["autoproxy", "[AutoProxy 0.2.9]\nword"], 1],
  [
    "expressions of too many steps",
    ["autoproxy", Array.from({ length: 9 }, (_, i) => `/${"a".repeat(300)}${i}/`).join("\n")],
    "too-large",
  ],
])("%s", (_, [format, text], expected) => {
  const read = readList(format, text);
  expect(read.ok ? read.value.taken : read.error).toBe(expected);
});

test.each<[string, Parameters<typeof readList>, string]>([
  ["brackets without end", ["autoproxy", `/${"[".repeat(100_000)}/`], "empty"],
  ["wildcards without end", ["autoproxy", `||${"*a".repeat(300_000)}`], "empty"],
  [
    "groups without end",
    ["source", `{"version":1,"rules":[{"domain_regex":"${"(".repeat(2_000_000)}"}]}`],
    "unreadable",
  ],
  ["far too many lines", ["domains", "a.example\n".repeat(800_000)], "too-large"],
  ["far too many names in a line", ["domains", `0.0.0.0 ${"a.b ".repeat(2_000_000)}`], "too-large"],
  ["far too many expressions", ["autoproxy", "/^https?:\\/\\/a.*b/\n".repeat(300_000)], "too-large"],
])("a list that would hold up the background is refused at once: %s", (_, [format, text], why) => {
  const read = readList(format, text);
  expect(read.ok ? read.value.taken : read.error).toBe(why);
});

const line = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.stringMatching(/^(@@)?(\|\|?|\/\^?)?(https?:\/\/|\*\.|\.)?[a-z*.^|/()[\]\\:-]{0,20}\/?$/),
  fc.json({ maxDepth: 2 }),
);
const lists = fc.record({
  format: fc.constantFrom(...LIST_FORMATS),
  text: fc.oneof(
    fc.array(line, { maxLength: 12 }).map((all) => all.join("\n")),
    fc.array(fc.json({ maxDepth: 2 }), { maxLength: 4 }).map((rules) => `{"version":1,"rules":[${rules.join(",")}]}`),
  ),
});

test("whatever comes as a list is read or refused, and what is read decides about any host", () => {
  fc.assert(
    fc.property(lists, fc.domain(), ({ format, text }, host) => {
      const read = readList(format, text);
      if (read.ok) expect(typeof matcher(read.value)(`https://${host}/`)).toBe("boolean");
    }),
    { numRuns: 1_500 },
  );
});

test("no line is dropped silently: each is a comment, an entry, or counted as left out", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const kept = lines.map((one) => one.replace(/[\r\n]+/g, " ").trim()).filter((one) => one !== "");
      const read = readList("autoproxy", ["||a.example", ...kept].join("\n"));
      if (!read.ok) return;
      const left = Object.values(read.value.left).reduce((sum, count) => sum + count, 0);
      const entries = kept.filter((one) => !one.startsWith("!") && !/^\[autoproxy\b[^\]]*\]$/i.test(one));
      expect(read.value.taken + left).toBe(entries.length + 1);
    }),
  );
});
