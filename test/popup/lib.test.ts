import { beforeEach, expect, test } from "vitest";
import { flagEmoji } from "../../popup/lib/flag.ts";
import { formatAgo, formatMoment } from "../../popup/lib/format.ts";
import { countLines, lineSpan } from "../../popup/lib/lines.ts";
import { rowAfterKey } from "../../popup/lib/row-keys.ts";
import { fakeBrowser } from "../fakes/browser.ts";

beforeEach(() => fakeBrowser.reset());

test.each([
  ["ArrowDown", 3, 4],
  ["ArrowUp", 3, 2],
  ["ArrowUp", 0, 0],
  ["ArrowDown", 99, 99],
  ["PageDown", 95, 99],
  ["PageUp", 20, 10],
  ["Home", 50, 0],
  ["End", 0, 99],
  ["Enter", 5, null],
])("%s in row %i of 100 leads to %s", (key, at, to) => {
  expect(rowAfterKey(key, at, 100)).toBe(to);
});

test.each([
  ["", 1],
  ["a", 1],
  ["a\n", 2],
  ["a\nb\nc", 3],
])("%j has %i lines", (text, count) => {
  expect(countLines(text)).toBe(count);
});

test.each([
  ["ab\ncd\nef", 1, "ab"],
  ["ab\ncd\nef", 2, "cd"],
  ["ab\ncd\nef", 3, "ef"],
  ["ab\ncd\nef", 9, "ef"],
  ["ab\n\nef", 2, ""],
])("in %j line %i is %j", (text, line, words) => {
  const { start, end } = lineSpan(text, line);
  expect(text.slice(start, end)).toBe(words);
});

test.each([
  [0, "now"],
  [59_999, "59 seconds ago"],
  [60_000, "1 minute ago"],
  [7_199_999, "1 hour ago"],
  [172_800_000, "2 days ago"],
  [-5_000, "now"],
])("%i ms before now is %s", (gone, words) => {
  expect(formatAgo(1_000_000_000_000 - gone, 1_000_000_000_000)).toBe(words);
});

test("two moments within a minute are told apart", () => {
  expect(formatMoment(1_000_000_001_000)).not.toBe(formatMoment(1_000_000_002_000));
});

test("a flag is its country's two letters as regional indicators", () => {
  expect(flagEmoji("DE")).toBe("🇩🇪");
});
