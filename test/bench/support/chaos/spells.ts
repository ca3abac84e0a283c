import type { ChaosRun } from "./record.ts";
import { truthOf } from "./truth.ts";

/** A time in which every member counted as dead; ms since the epoch. */
export interface Spell {
  readonly from: number;
  readonly to: number;
}

/** The times in which the extension took every member for dead, in order. */
export function deadSpells(run: Pick<ChaosRun, "members" | "tests" | "outages" | "endedAt">): readonly Spell[] {
  const { countsAsAlive } = truthOf(run);
  const moments = Object.values(run.tests).flatMap((tests) => tests.map(({ at }) => at));
  const spells: Spell[] = [];
  let from: number | null = null;
  for (const at of [...new Set(moments)].sort((a, b) => a - b)) {
    const dead = !run.members.some((tag) => countsAsAlive(tag, at));
    if (dead) from ??= at;
    else if (from !== null) {
      spells.push({ from, to: at });
      from = null;
    }
  }
  return from === null ? spells : [...spells, { from, to: run.endedAt }];
}
