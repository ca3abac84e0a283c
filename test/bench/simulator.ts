import { configOf } from "../engine/sample-config.ts";
import { type ProxyModel, steadyProxy } from "../engine/simulator/proxy-model.ts";
import { createRandom, logNormal } from "../engine/simulator/random.ts";
import { type Seen, Simulator } from "../engine/simulator/simulator.ts";
import { rounded } from "./support/median.ts";
import type { Table } from "./support/table.ts";

const WORKERS = 10;
const MINUTE = 60_000;
/** Regular cycles that are measured, after the first one, which looks the exits up. */
const CYCLES = 3;

/**
 * How long regular cycles take in virtual time against the ideal (the sum of the delays over the workers; no less than the
 * longest delay), with the exits known, and how much of the real processor the core needs for one.
 */
export async function benchSimulator(): Promise<Table> {
  return { title: "A regular cycle of the core alone against the ideal", rows: [10, 100, 1_000].map(cyclesOf) };
}

function cyclesOf(members: number): Table["rows"][number] {
  const random = createRandom(members);
  const delays = Array.from({ length: members }, () => Math.max(1, Math.round(logNormal(random, 200, 0.6))));
  const proxies = delays.map((delay, i): [string, ProxyModel] => [`p${i}`, steadyProxy(delay)]);
  const tags = proxies.map(([tag]) => tag);
  const config = configOf(
    Object.fromEntries(tags.map((tag) => [tag, {}])),
    [
      { type: "balancer", tag: "fastest", outbounds: tags, strategy: "lowest-delay" },
      { type: "balancer", tag: "turns", outbounds: tags },
    ],
    { workers: WORKERS, interval: "5m" },
  );
  const took: number[] = [];
  const shell = new Simulator(config, Object.fromEntries(proxies), [timeCycles(took)], `${members} members`);
  shell.input({ kind: "start" });
  shell.until(4 * MINUTE);
  const [steps, since] = [shell.steps, performance.now()];
  for (let cycle = 1; cycle <= CYCLES; cycle++) {
    shell.input({ kind: "traffic" });
    shell.until(4 * MINUTE + cycle * 5 * MINUTE);
  }
  const real = performance.now() - since;
  const ideal = Math.max(delays.reduce((sum, delay) => sum + delay, 0) / WORKERS, ...delays);
  const regular = took.slice(1);
  const mean = regular.reduce((sum, one) => sum + one, 0) / regular.length;
  return {
    members,
    workers: WORKERS,
    cycles: regular.length,
    "ideal ms": Math.round(ideal),
    "took ms": Math.round(mean),
    ratio: rounded(mean / ideal, 3),
    "processor ms a cycle": rounded(real / CYCLES, 1),
    "µs a step": Math.round((real * 1_000) / (shell.steps - steps)),
  };
}

/** Adds the time from each cycle's begin to its end. */
function timeCycles(took: number[]): (seen: Seen) => void {
  let beganAt = 0;
  return ({ before, state, news, shell }) => {
    if (news.cycles.length > 0) beganAt = shell.at;
    if (before.monitoring.cycle && !state.monitoring.cycle) took.push(shell.at - beganAt);
  };
}
