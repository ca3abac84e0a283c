import { expect, test } from "vitest";
import { createCodeReader, definedIn } from "./support/references.ts";
import { allTexts, page, testTexts } from "./support/texts.ts";

const defined = definedIn(page("docs/requirements.md"));
const codes = createCodeReader(defined);

test("every requirement is defined once", () => {
  expect(defined.length).toBeGreaterThan(70);
  expect(defined.filter((code, i) => defined.indexOf(code) !== i)).toEqual([]);
});

test("every requirement that is cited anywhere stands in docs/requirements.md", () => {
  const unknown = allTexts().flatMap(({ path, text }) =>
    codes
      .citedIn(text)
      .filter((code) => !defined.includes(code))
      .map((code) => `${path} cites ${code}`),
  );
  expect(unknown).toEqual([]);
});

test("every requirement is named by the title of a test", () => {
  const proved = new Set(testTexts().flatMap(({ text }) => codes.provedIn(text)));
  expect(defined.filter((code) => !proved.has(code))).toEqual([]);
});
