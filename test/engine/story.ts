import { test } from "vitest";
import { runMonitoring } from "../vectors/run-monitoring.ts";
import { readVector } from "../vectors/vector.ts";

/** A small story of the monitoring: what is given, steps as `[t, op, fields]`, and what holds at which moment. */
export interface Story {
  readonly given: object;
  readonly steps: readonly (readonly [t: number, op: string, fields?: object])[];
  readonly expect: readonly (readonly [at: number, holds: object])[];
}

/** Plays stories as the vectors are played: on the real core, with a virtual clock. */
export function stories(table: Readonly<Record<string, Story>>): void {
  test.each(Object.entries(table))("%s", (title, { given, steps, expect }) => {
    runMonitoring(
      readVector({
        id: title.split(" · ")[0],
        area: "monitoring",
        level: "decided",
        given,
        steps: steps.map(([t, op, fields]) => ({ t, op, ...fields })),
        expect: expect.map(([at, holds]) => ({ at, ...holds })),
        why: title,
      }),
    );
  });
}

/** Every test answers after this time. */
export const answering = (delay: number) => ({ answers: [{ delay }] });
/** Every test fails. */
export const failing = { answers: [] };

export const of = (member: string) => ({ member });
