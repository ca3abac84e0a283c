import { test } from "vitest";

/**
 * `test`, or for a case that one adapter does not hold yet a test that must fail: it says so once the adapter is mended,
 * and the mark goes.
 */
export const heldUnless = (fault: boolean): typeof test | typeof test.fails => (fault ? test.fails : test);
