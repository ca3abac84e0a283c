import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { STRATEGY_OF } from "../../src/balancer/strategies.ts";
import { runGroup } from "./run-group.ts";
import { runLookup } from "./run-lookup.ts";
import { runMonitoring } from "./run-monitoring.ts";
import { AREAS, kindOf, readVector, type Vector, vectorsIn } from "./vector.ts";

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

const strategyBuilt = ({ given }: Vector): boolean =>
  typeof given.strategy !== "string" || given.strategy in STRATEGY_OF;
const runOf = (vector: Vector): Run | null => (strategyBuilt(vector) ? runs[kindOf(vector)] : null);

const notBuilt = new Set<string>();

describe.each(files)("%s", (path) => {
  const seen = new Set<unknown>();

  for (const raw of vectorsIn(path)) {
    const { id, why, area } = (raw ?? {}) as Readonly<Record<string, unknown>>;
    const title = `${id} · ${why}`;
    const used = seen.has(id);
    seen.add(id);
    const vector = read(raw);
    const run = vector instanceof Error ? null : runOf(vector);
    if (vector instanceof Error || run) {
      test(title, () => {
        if (vector instanceof Error) throw vector;
        expect(used, "an id is used once").toBe(false);
        run?.(vector);
      });
    } else {
      notBuilt.add(String(area));
      test.todo(title);
    }
  }
});

function read(raw: unknown): Vector | Error {
  try {
    return readVector(raw);
  } catch (error) {
    return error as Error;
  }
}

test(`not built yet: ${AREAS.filter((area) => notBuilt.has(area)).join(", ") || "nothing"}`, () => {
  expect([...notBuilt].filter((area) => !AREAS.some((one) => one === area))).toEqual([]);
});
