import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Lab } from "../../../lab/lab.ts";
import type { LabLoad } from "./record.ts";
import { loadIn } from "./tabs.ts";

/** What sites saw of a run, and how busy the lab was meanwhile. */
export interface LabWatch {
  /** Takes over what sites saw until now: the lab's own log forgets the oldest. */
  collect(): void;
  readonly carriedBy: Readonly<Record<number, string>>;
  readonly direct: readonly string[];
  stop(): LabLoad;
}

/** Sampled this often; a sample is late by this much in a process that has nothing to do. */
const EVERY_MS = 10;
const MS_IN_NS = 1e6;

export function watchLab(lab: Lab): LabWatch {
  const carriedBy: Record<number, string> = {};
  const direct: string[] = [];
  const lag = monitorEventLoopDelay({ resolution: EVERY_MS });
  const [from, used] = [performance.now(), process.cpuUsage()];
  lab.clear();
  lag.enable();
  return {
    carriedBy,
    direct,
    collect() {
      for (const { via, scheme, host, path } of lab.requests()) {
        const id = loadIn(path);
        if (id !== null) carriedBy[id] = via;
        if (via === "direct") direct.push(`${scheme}://${host}${path}`);
      }
      lab.clear();
    },
    stop() {
      lag.disable();
      const { user, system } = process.cpuUsage(used);
      return {
        lagP99Ms: Math.max(0, lag.percentile(99) / MS_IN_NS - EVERY_MS),
        lagMaxMs: Math.max(0, lag.max / MS_IN_NS - EVERY_MS),
        processorShare: (user + system) / 1_000 / (performance.now() - from),
      };
    },
  };
}
