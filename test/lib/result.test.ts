import { expect, test } from "vitest";
import { fail, ok } from "../../src/lib/result.ts";

test("an outcome is a value or an error, told apart by `ok`", () => {
  expect([ok(1), fail("gone")]).toEqual([
    { ok: true, value: 1 },
    { ok: false, error: "gone" },
  ]);
});
