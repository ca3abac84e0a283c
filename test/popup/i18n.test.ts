import { beforeEach, expect, test } from "vitest";
import { direction, language, locale, plural, t } from "../../popup/i18n.ts";
import { fakeBrowser } from "../fakes/browser.ts";

beforeEach(() => fakeBrowser.reset());

test.each([
  ["en", "en", "ltr", "en"],
  ["en-GB", "en", "ltr", "en-GB"],
  ["fa", "fa", "rtl", "fa"],
  ["fa-IR", "fa", "rtl", "fa-IR"],
  // No messages in these: the words are English, and so is all that goes with them.
  ["ar", "en", "ltr", "en"],
  ["de", "en", "ltr", "en"],
])("a browser in %s gets words in %s, %s, figures in %s", (browser, words, reads, figures) => {
  fakeBrowser.i18n.language = browser;
  expect([language(), direction(), locale()]).toEqual([words, reads, figures]);
});

test("parts stand where the message wants them", () => {
  expect(t("test_result", "de-1", "42 ms")).toBe("de-1: 42 ms");
});

test.each([
  [1, "1 error"],
  [2, "2 errors"],
  [0, "0 errors"],
])("%i takes the form %s", (count, words) => {
  expect(plural("config_errors", count, String(count))).toBe(words);
});
