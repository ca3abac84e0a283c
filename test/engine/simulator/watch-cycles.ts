import type { EngineState } from "../../../src/engine/state.ts";
import type { Seen, Simulator, Watcher } from "./simulator.ts";

interface LastTest {
  /** A person or an event caused it: it has a stamp of its own (M6). */
  readonly single: boolean;
  readonly beganAt: number;
  readonly endedAt: number;
}

/**
 * M6: when a cycle is over, every outbound that works and is ready was tested in it, or by a test of its own since the
 * last one was due.
 */
export function everyCycleTestsAll(): Watcher {
  const begun = new Map<string, { readonly single: boolean; readonly at: number }>();
  const last = new Map<string, LastTest>();
  let cycleAt = 0;
  return (seen) => {
    const { before, state, shell } = seen;
    if (beganCycle(seen)) cycleAt = shell.at;
    for (const [tag, { cause }] of Object.entries(state.monitoring.tests))
      begun.set(tag, { single: cause === "event" || cause === "ask", at: begun.get(tag)?.at ?? shell.at });
    for (const [tag, { single, at }] of begun) {
      if (state.monitoring.tests[tag]) continue;
      begun.delete(tag);
      last.set(tag, { single, beganAt: at, endedAt: shell.at });
    }
    if (before.monitoring.cycle && !state.monitoring.cycle) check(state, shell);
  };

  function check({ monitoring }: EngineState, shell: Simulator): void {
    const { interval } = monitoring.settings;
    for (const { tag } of monitoring.outbounds) {
      const result = monitoring.results[tag];
      const underWay = monitoring.waiting[tag] !== undefined || monitoring.tests[tag] !== undefined;
      if (result?.kind !== "delay" || result.cached || underWay) continue;
      const test = last.get(tag);
      const ownStamp = test?.single === true && test.beganAt > cycleAt - interval;
      if (!ownStamp && (test?.endedAt ?? -1) < cycleAt)
        shell.fail(`M6: the cycle that began ${shell.at - cycleAt} ms ago ended without a test of ${tag}, which works`);
    }
  }
}

const beganCycle = ({ news }: Seen): boolean => news.cycles.length > 0;

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
      if (kind === "regular" && quiet > idleTimeout + SLACK)
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
