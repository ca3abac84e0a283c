import { expect, test } from "vitest";
import { commentsOf, definedIn, factsIn, unnumberedIn } from "./support/references.ts";
import { allTexts, page } from "./support/texts.ts";

const PAGE = "docs/browser-facts.md";
const defined = definedIn(page(PAGE));
const texts = allTexts();
const cited = texts
  .filter(({ path }) => path !== PAGE)
  .flatMap(({ path, text }) => factsIn(text).map((fact) => ({ path, fact })));

test("every fact has a number of its own", () => {
  expect(defined.length).toBeGreaterThan(50);
  expect(defined.filter((fact, i) => defined.indexOf(fact) !== i)).toEqual([]);
});

test("every fact that is cited anywhere stands in docs/browser-facts.md", () => {
  const unknown = cited.filter(({ fact }) => !defined.includes(fact));
  expect(unknown.map(({ path, fact }) => `${path} cites ${fact}`)).toEqual([]);
});

test("something rests on every fact", () => {
  const used = new Set(cited.map(({ fact }) => fact));
  expect(defined.filter((fact) => !used.has(fact))).toEqual([]);
});

test("a comment that rests on a fact names its number", () => {
  const code = texts.filter(({ path }) => !path.endsWith(".md"));
  expect(code.flatMap(({ path, text }) => unnumberedIn(commentsOf(text)).map((one) => `${path}: ${one}`))).toEqual([]);
});
