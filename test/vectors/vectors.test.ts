import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { STRATEGY_OF } from "../../src/balancer/strategies.ts";
import { STRATEGIES } from "../../src/model/outbound.ts";
import { runGroup } from "./run-group.ts";
import { runLookup } from "./run-lookup.ts";
import { runMonitoring } from "./run-monitoring.ts";
import { kindOf, readVector, type Vector, vectorsIn } from "./vector.ts";

type Run = (vector: Vector) => void;

const runs: Readonly<Record<ReturnType<typeof kindOf>, Run>> = {
  group: runGroup,
  monitoring: runMonitoring,
  "look-up": runLookup,
};

/** The vectors beside this file, and those of the folder that VECTORS_DIR names. */
const files = [import.meta.dirname, process.env.VECTORS_DIR ?? ""]
  .filter((folder) => folder !== "")
  .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  .filter((path) => path.endsWith(".json"));

describe.each(files)("%s", (path) => {
  const seen = new Set<unknown>();

  for (const raw of vectorsIn(path)) {
    const { id, why } = (raw ?? {}) as Readonly<Record<string, unknown>>;
    const title = `${id} · ${why}`;
    const used = seen.has(id);
    seen.add(id);
    test(title, () => {
      const vector = readVector(raw);
      expect(used, "an id is used once").toBe(false);
      runs[kindOf(vector)](vector);
    });
  }
});

test("there is a runner for every kind of vector, and a strategy for every name that is one", () => {
  expect(Object.keys(runs).sort()).toEqual(["group", "look-up", "monitoring"]);
  expect(Object.keys(STRATEGY_OF).sort()).toEqual([...STRATEGIES].sort());
});
