import type { EngineState } from "../../../src/engine/state.ts";
import type { Simulator, Watcher } from "./simulator.ts";

interface LastTest {
  /** What it counts from (M6): the cycle's begin, or its own when a person or an event caused it. */
  readonly stampedAt: number;
  readonly endedAt: number;
}

/** M6: when a cycle is over, every outbound that works and was due was tested in it; after a change of the network, every one. */
export function everyCycleTestsAll(): Watcher {
  const begun = new Map<string, number>();
  const last = new Map<string, LastTest>();
  let cycle = { kind: "first", at: 0 };
  return (seen) => {
    const { before, state, shell, news } = seen;
    for (const { kind } of news.cycles) cycle = { kind, at: shell.at };
    for (const [tag, { cause }] of Object.entries(state.monitoring.tests)) {
      const single = cause === "event" || cause === "ask";
      begun.set(tag, single ? (begun.get(tag) ?? shell.at) : cycle.at);
    }
    for (const [tag, stampedAt] of begun) {
      if (state.monitoring.tests[tag]) continue;
      begun.delete(tag);
      last.set(tag, { stampedAt, endedAt: shell.at });
    }
    if (before.monitoring.cycle && !state.monitoring.cycle) check(state, shell);
  };

  function check({ monitoring }: EngineState, shell: Simulator): void {
    const { interval } = monitoring.settings;
    for (const { tag } of monitoring.outbounds) {
      const result = monitoring.results[tag];
      const underWay = monitoring.waiting[tag] !== undefined || monitoring.tests[tag] !== undefined;
      if (result?.kind !== "delay" || result.cached || underWay) continue;
      const { stampedAt, endedAt } = last.get(tag) ?? { stampedAt: -Infinity, endedAt: -1 };
      const wasDue = cycle.kind === "network" || stampedAt + interval <= cycle.at;
      if (wasDue && endedAt < cycle.at)
        shell.fail(`M6: the cycle of ${shell.at - cycle.at} ms ago ended without a test of ${tag}, which works`);
    }
  }
}

/**
 * M7: without traffic for `idle_timeout` no regular cycle begins; with traffic one runs whenever the last began `interval`
 * ago, and at the first touch after idling at once.
 */
export function restsAndWakes(): Watcher {
  let trafficAt = 0;
  let cycleAt = 0;
  return ({ input, news, state, shell }) => {
    const { idleTimeout, interval } = state.monitoring.settings;
    if (input.kind === "traffic" || input.kind === "start") trafficAt = shell.at;
    const quiet = shell.at - trafficAt;
    for (const { kind } of news.cycles) {
      cycleAt = shell.at;
      if (kind === "regular" && input.kind !== "run-cycle" && quiet > idleTimeout + SLACK)
        shell.fail(`M7: a regular cycle begins though the last traffic was ${quiet} ms ago`);
    }
    const overdue = shell.at - cycleAt - interval;
    const runs = state.monitoring.cycle !== null || news.cycles.length > 0;
    if (!runs && quiet < idleTimeout && overdue > (input.kind === "traffic" ? 0 : SLACK))
      shell.fail(`M7: ${input.kind}, traffic ${quiet} ms ago, and no cycle since ${overdue + interval} ms`);
  };
}

/** Each time that the clock is set, or the background dies, half a minute may pass that the core knows nothing of. */
const SLACK = 4 * 31_000;
