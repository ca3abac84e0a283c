import { readFileSync } from "node:fs";
import { type Check, list, number, object, oneOf, text, unchecked } from "./check.ts";

/** One thing that happens. Its other fields depend on `op` and are checked by the runner of the vector's kind. */
export interface Step {
  readonly t: number;
  readonly op: string;
  readonly [field: string]: unknown;
}

/** What holds at one moment. Its other keys are checked by the runner of the vector's kind. */
export interface Expectation {
  readonly at: number;
  readonly [key: string]: unknown;
}

/** A small story and what must be true in it (vectors.md). `given`, steps and expectations are read further by a runner. */
export interface Vector {
  readonly id: string;
  readonly area: Area;
  readonly given: Readonly<Record<string, unknown>>;
  readonly steps: readonly Step[];
  readonly expect: readonly Expectation[];
  readonly why: string;
}

export const AREAS = [
  "delay-model",
  "round-robin",
  "lowest-delay",
  "connections",
  "consistent-hashing",
  "sticky-sessions",
  "pool",
  "group-display",
  "monitoring",
  "on-demand",
  "ipinfo",
] as const;
export type Area = (typeof AREAS)[number];

const anyObject: Check<Record<string, unknown>> = (value, where) => {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`${where}: expected an object, got ${JSON.stringify(value)}`);
};

const step: Check<Step> = (value, where) => {
  const entry = anyObject(value, where);
  return { ...entry, t: number(entry.t, `${where}.t`), op: text(entry.op, `${where}.op`) };
};

const expectation: Check<Expectation> = (value, where) => {
  const entry = anyObject(value, where);
  return { ...entry, at: number(entry.at, `${where}.at`) };
};

const vector = object(
  {
    id: text,
    area: oneOf(AREAS),
    level: oneOf(["must", "decided"] as const),
    given: anyObject,
    steps: list(step),
    expect: list(expectation),
    why: text,
  },
  {},
);
const file = object({ vectors: list(unchecked) }, { title: text, about: text });

/** Reads one vector; throws, naming the place, where it is not of the format. */
export function readVector(value: unknown): Vector {
  const where = String((value as { id?: unknown } | null)?.id ?? "a vector without id");
  const { steps, expect, ...rest } = vector(value, where);
  for (const [i, step] of steps.entries()) {
    if (step.t < (steps[i - 1]?.t ?? 0)) throw new Error(`${where}: t goes back to ${step.t}`);
  }
  return { ...rest, steps, expect };
}

/** The raw vectors of a file, each still to be read: a broken one fails alone. */
export const vectorsIn = (path: string): readonly unknown[] =>
  file(JSON.parse(readFileSync(path, "utf8")) as unknown, path).vectors;

/** What runs a vector: a group, the monitoring with its groups, or the look-up of an exit address. */
export const kindOf = ({ given }: Vector): "group" | "monitoring" | "look-up" =>
  "strategy" in given ? "group" : "outbounds" in given ? "monitoring" : "look-up";
