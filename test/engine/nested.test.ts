import { expect, test } from "vitest";
import { configOf } from "./sample-config.ts";
import { SimulatedShell } from "./simulated-shell.ts";

test("M2, M5 · groups of groups, each in two of the next: looking into them does not double with each layer", () => {
  const LAYERS = 40;
  const groups = Array.from({ length: LAYERS }, (_, layer) =>
    ["x", "y"].map((side) => ({
      type: "balancer",
      tag: `${side}${layer}`,
      outbounds: layer === 0 ? ["a", "b"] : [`x${layer - 1}`, `y${layer - 1}`],
      strategy: layer % 2 === 0 ? "lowest-delay" : "consistent-hashing",
    })),
  ).flat();
  const shell = new SimulatedShell(configOf({ a: {}, b: {} }, groups), {
    a: { kind: "ends", after: 100, outcome: { kind: "delay", delay: 100 } },
    b: { kind: "ends", after: 50, outcome: { kind: "failed", error: { code: "refused" } } },
  });
  shell.input({ kind: "start" });
  shell.input({ kind: "ask", tags: ["x39"] });
  shell.until(60_000);
  expect(shell.state.groups.x39?.known).toMatchObject([{ delay: 100 }, { delay: 100 }]);
});
