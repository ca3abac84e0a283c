import { expect, test } from "vitest";
import { memo } from "../../src/lib/memo.ts";

test("a key is computed once, until there are too many", () => {
  const computed: string[] = [];
  const upper = memo(2, (key) => {
    computed.push(key);
    return key.toUpperCase();
  });
  expect(["a", "b", "a", "b", "c", "c", "a"].map(upper)).toEqual(["A", "B", "A", "B", "C", "C", "A"]);
  expect(computed).toEqual(["a", "b", "c", "a"]);
});
