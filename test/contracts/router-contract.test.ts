import { afterAll, beforeAll, describe } from "vitest";
import { accountCases } from "./cases/accounts.ts";
import { callCases } from "./cases/calls.ts";
import { failureCases } from "./cases/failures.ts";
import { lifeCases } from "./cases/life.ts";
import { proberCases } from "./cases/prober.ts";
import { routeCases } from "./cases/route.ts";
import { updateCases } from "./cases/update.ts";
import { type ContractWorld, createContractWorld } from "./support/contract-world.ts";

/**
 * What `Platform` promises (background/ports), called directly in each real browser. Both implementations run the same
 * cases, and what counts is what sites and proxies of the lab saw.
 */
describe.each(["chrome", "firefox"] as const)("contract · in %s", (kind) => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await createContractWorld(kind);
  });
  afterAll(() => world?.close());

  const there = (): ContractWorld => world;
  describe("route", () => routeCases(there));
  describe("prober", () => proberCases(there));
  describe("accounts", () => accountCases(there));
  describe("failures", () => failureCases(there));
  describe("update", () => updateCases(there));
  describe("life", () => lifeCases(there));
  describe("calls", () => callCases(there));
});
