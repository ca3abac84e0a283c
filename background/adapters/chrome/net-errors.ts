import { causesTest, faultOf } from "../../../src/faults/fault-of.ts";
import type { Via } from "../../../src/faults/row.ts";
import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";

/** Chrome tells one error from the other by its name alone: no row of the table asks how the request went. */
const ANY: Via = "tunnel";

/** What an error such as `net::ERR_CONNECTION_RESET` means of a test; null: nothing can be concluded about the proxy. */
export const codeOf = (error: string): ProbeErrorCode | null => faultOf("chrome", error, ANY).code;

/**
 * B7: what to hold against the proxy of a user's request that failed so before its response head, which has it tested;
 * null: nothing.
 */
export function blames(error: string): ProbeErrorCode | null {
  const meaning = faultOf("chrome", error, ANY);
  return causesTest(meaning) ? meaning.code : null;
}
