import { expect, test } from "vitest";
import { same } from "../../popup/lib/same.ts";

test.each([
  [1, 1, true],
  ["a", "b", false],
  [null, null, true],
  [null, {}, false],
  [undefined, null, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [{ a: 1, b: { c: [1] } }, { b: { c: [1] }, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
])("%j and %j: %s", (a, b, equal) => {
  expect(same(a, b)).toBe(equal);
});
