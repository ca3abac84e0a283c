import { expect, test } from "vitest";
import { bestResult } from "../../src/balancer/best-result.ts";
import { type Outcomes, resultsOf } from "./group-story.ts";

const known = (fresh: Outcomes, cached: Outcomes = {}) => [
  null,
  ...Object.values(resultsOf(cached, 1, true)),
  ...Object.values(resultsOf(fresh, 2)),
];

test.each([
  ["the fastest", known({ a: 300, b: 90 }), { delay: 90 }],
  ["fresh before cached, however slow", known({ a: 30_000 }, { b: 10 }), { delay: 30_000, cached: false }],
  ["cached before failed", known({ a: "fail" }, { b: 900 }), { delay: 900, cached: true }],
  ["failed before none", known({ a: "fail" }), { kind: "failed" }],
])("M2 · %s", (_, results, expected) => {
  expect(bestResult(results)).toMatchObject(expected);
});

test("M2 · none has any", () => {
  expect(bestResult(known({}))).toBeNull();
});
