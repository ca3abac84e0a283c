import { rounded } from "../median.ts";
import { type Cause, type FailedPage, FORBIDDEN } from "./judge.ts";
import type { ChaosRun, Outage } from "./record.ts";
import { deadSpells } from "./spells.ts";
import { truthOf } from "./truth.ts";

export type Figures = Readonly<Record<string, string | number>>;

/** What a run amounts to, in the words of its table. */
export function figuresOf(run: ChaosRun, failed: readonly FailedPage[]): Figures {
  const count = (kind: Cause["kind"]): number => failed.filter(({ cause }) => cause.kind === kind).length;
  const spells = deadSpells(run).map(({ from, to }) => to - from);
  const took = run.pages.filter(({ failure }) => failure === null).map((page) => page.endedAt - page.beganAt);
  const deaths = deathsIn(run, failed);
  return {
    pages: run.pages.length,
    "failed in all": failed.length,
    "all marked dead, one back for 10 s or more (goal: 0)": count("late-return"),
    "a second or later one by a death in a tab (goal: 0)": count("repeated-death"),
    "not explained (goal: 0)": count("unexplained"),
    "by fresh deaths, the first in its tab": count("fresh-death"),
    "all marked dead, back for less than 10 s": count("just-back"),
    "nobody there": count("nobody-there"),
    "most by one death in one tab (goal: 1)": mostOfATab(failed),
    "direct requests (goal: 0)": run.direct.length,
    "outages / that failed pages": `${run.outages.length} / ${deaths.length}`,
    "death to its last failed page, s: median / most": spread(deaths.map(({ lastMs }) => lastMs)),
    "first failed page to the test that found it, s: median / most": spread(
      deaths.flatMap(({ foundMs }) => (foundMs === null ? [] : [foundMs])),
    ),
    "times that all were marked dead": spells.length,
    "all marked dead, s: in all / longest": `${seconds(sum(spells))} / ${seconds(Math.max(0, ...spells))}`,
    "a page that came, ms: median / 95 %": `${quantile(took, 0.5)} / ${quantile(took, 0.95)}`,
    "lab's timers late, ms: 99 % / most": `${Math.round(run.lab.lagP99Ms)} / ${Math.round(run.lab.lagMaxMs)}`,
    "lab's and driver's share of a processor": rounded(run.lab.processorShare),
  };
}

/** What of the goals was not reached, in words; empty: all was. */
export function missedGoals(run: ChaosRun, failed: readonly FailedPage[]): readonly string[] {
  const forbidden = failed.filter(({ cause }) => FORBIDDEN.includes(cause.kind)).length;
  const came = run.pages.length - failed.length;
  return [
    ...(forbidden > 0 ? [`${forbidden} pages failed that must not`] : []),
    ...(run.direct.length > 0 ? [`${run.direct.length} requests went by no proxy`] : []),
    ...(came === 0 ? ["not one page came: the run says nothing"] : []),
  ];
}

const outageOf = ({ cause }: FailedPage): Outage | null => ("outage" in cause ? cause.outage : null);

interface Death {
  /** From the death to the beginning of the last page that it failed, ms. */
  readonly lastMs: number;
  /** From the beginning of the first page that it failed to the end of the test that found it; null: none did. */
  readonly foundMs: number | null;
}

/** Deaths that failed pages. */
function deathsIn(run: ChaosRun, failed: readonly FailedPage[]): readonly Death[] {
  const { foundAt } = truthOf(run);
  const outages = new Set(failed.flatMap((one) => outageOf(one) ?? []));
  return [...outages].map((outage) => {
    const began = failed.filter((one) => outageOf(one) === outage).map(({ page }) => page.beganAt);
    const found = foundAt(outage);
    return {
      lastMs: Math.max(...began) - outage.downAt,
      foundMs: found === null ? null : Math.max(0, found - Math.min(...began)),
    };
  });
}

function mostOfATab(failed: readonly FailedPage[]): number {
  const counts = new Map<string, number>();
  for (const one of failed) {
    const outage = outageOf(one);
    if (!outage) continue;
    const key = `${one.page.tab} ${outage.tag} ${outage.downAt}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
const seconds = (ms: number): number => rounded(ms / 1_000, 1);

/** Times in ms, as seconds. */
const spread = (all: readonly number[]): string =>
  all.length === 0 ? "none" : `${seconds(quantile(all, 0.5))} / ${seconds(Math.max(...all))}`;

function quantile(all: readonly number[], share: number): number {
  const sorted = [...all].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
