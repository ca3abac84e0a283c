import type { GroupSetup } from "../../src/balancer/contract.ts";

/** The tests that a connection that failed to open through a member asks for (B7). */
export function testsAfterFailedConnection(_setup: GroupSetup, member: string): readonly string[] {
  return [member];
}
