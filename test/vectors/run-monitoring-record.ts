import type { EngineEffect, EngineNews } from "../../src/engine/contract.ts";
import type { EngineState } from "../../src/engine/state.ts";
import type { TestResult } from "../../src/model/test-result.ts";

interface Seen {
  readonly tag: string;
  readonly at: number;
}

/** What happened so far, as the expectations of a monitoring vector ask for it. */
export interface MonitoringRecord {
  readonly tests: readonly Seen[];
  readonly pings: readonly (Seen & { readonly url: string })[];
  readonly lookups: readonly Seen[];
  readonly cycles: readonly { readonly at: number; readonly targets: readonly string[] }[];
  readonly updates: readonly Seen[];
  /** The most tests that ran at once. */
  readonly mostTests: number;
  /** Each outbound's last result that groups were given. */
  readonly given: Readonly<Record<string, TestResult>>;
  /** Tests asked for: since when they run, or what came of them. */
  readonly asked: Readonly<Record<string, Asked>>;
}

type Asked = { readonly kind: "runs"; readonly since: number } | { readonly kind: "over"; readonly result: TestResult };

export const emptyRecord = (state: EngineState): MonitoringRecord => ({
  tests: [],
  pings: [],
  lookups: [],
  cycles: [],
  updates: [],
  mostTests: 0,
  given: state.monitoring.results,
  asked: {},
});

export interface Happened {
  readonly state: EngineState;
  readonly effects: readonly EngineEffect[];
  readonly news: EngineNews;
}

/** Adds a step of the core. */
export function recordStep(record: MonitoringRecord, { state, effects, news }: Happened, at: number): MonitoringRecord {
  const { tests, results, pending } = state.monitoring;
  const attempts = effects.filter((effect) => effect.kind === "attempt");
  const begun = attempts.filter(({ tag, id }) => tests[tag]?.attempts === 1 && tests[tag].attempt?.id === id);
  const looked = effects.filter((effect) => effect.kind === "look-up");
  const given = Object.entries(results).filter(([tag]) => !pending.includes(tag));
  return {
    tests: [...record.tests, ...begun.map(({ tag }) => ({ tag, at }))],
    pings: [...record.pings, ...attempts.map(({ tag, url }) => ({ tag, url, at }))],
    lookups: [...record.lookups, ...looked.map(({ tag }) => ({ tag, at }))],
    cycles: [...record.cycles, ...news.cycles.map(({ targets }) => ({ at, targets }))],
    updates: [...record.updates, ...news.updated.map((tag) => ({ tag, at }))],
    mostTests: Math.max(record.mostTests, Object.keys(tests).length),
    given: { ...record.given, ...Object.fromEntries(given) },
    asked: Object.fromEntries(Object.entries(record.asked).map(([tag, one]) => [tag, outcome(one, tag, state)])),
  };
}

/** A person asks: what came of an earlier test is past. */
export const recordAsk = (record: MonitoringRecord, tag: string, since: number): MonitoringRecord => ({
  ...record,
  asked: { ...record.asked, [tag]: { kind: "runs", since } },
});

function outcome(asked: Asked, tag: string, { monitoring }: EngineState): Asked {
  if (asked.kind === "over" || monitoring.tests[tag]?.asked || monitoring.waiting[tag]?.asked) return asked;
  const result = monitoring.results[tag];
  return result && result.endedAt >= asked.since ? { kind: "over", result } : asked;
}
