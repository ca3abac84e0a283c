import { expect, test, vi } from "vitest";
import { configOf } from "./sample-config.ts";
import { liveThrough } from "./simulator/days.ts";
import { livelyProxy, type ProxyModel } from "./simulator/proxy-model.ts";
import { createRandom } from "./simulator/random.ts";
import { Simulator, type Watcher } from "./simulator/simulator.ts";
import { everyCycleTestsAll, restsAndWakes } from "./simulator/watch-cycles.ts";
import { deadlinesAreMet } from "./simulator/watch-deadlines.ts";
import { ipv6IsLearntOnce } from "./simulator/watch-ipv6.ts";
import { noneIsStuck, oneTestEach, workersAreEnough } from "./simulator/watch-requests.ts";
import { resultsAreKept, resultsReachGroups } from "./simulator/watch-results.ts";

/** Another one is another week. */
const SEED = 1;
// Each takes a second or three; a busy machine may take ten.
vi.setConfig({ testTimeout: 60_000 });

const watchers = (): readonly Watcher[] => [
  deadlinesAreMet,
  oneTestEach,
  workersAreEnough,
  noneIsStuck,
  resultsAreKept(),
  resultsReachGroups(),
  everyCycleTestsAll(),
  restsAndWakes(),
  ipv6IsLearntOnce,
];

/** Proxies, every seventh through a detour, in groups of all strategies that choose by delay, one inside another. */
function world(members: number, monitoring: object, seed: number): Simulator {
  const tags = Array.from({ length: members }, (_, i) => `p${i}`);
  const detour = (i: number) => (i % 7 === 3 ? { detour: i % 2 === 0 ? "fastest" : tags[i - 1] } : {});
  const inner = tags.filter((_, i) => i % 7 !== 3);
  const config = configOf(
    { ...Object.fromEntries(tags.map((tag, i) => [tag, detour(i)])), off: { enabled: false } },
    [
      { type: "balancer", tag: "empty", outbounds: ["off"] },
      { type: "balancer", tag: "fastest", outbounds: inner, strategy: "lowest-delay" },
      { type: "balancer", tag: "turns", outbounds: tags },
      { type: "balancer", tag: "pool", outbounds: ["fastest", ...tags.slice(0, 5)], strategy: "pool" },
      { type: "selector", tag: "select", outbounds: ["turns", "fastest", "p0"] },
    ],
    { urls: ["https://one.example/generate_204", "https://two.example/generate_204"], ...monitoring },
  );
  const proxies = Object.fromEntries(tags.map((tag, i): [string, ProxyModel] => [tag, livelyProxy(seed * 1_000 + i)]));
  return new Simulator(config, proxies, watchers(), `${members} members, seed ${seed}`);
}

interface Days {
  readonly members: number;
  readonly days: number;
  readonly unrest: number;
  readonly monitoring: object;
}

test.each<Days>([
  { members: 1, days: 4, unrest: 0.15, monitoring: {} },
  { members: 10, days: 2, unrest: 0.15, monitoring: { workers: 3, verify_ipv6: true } },
  { members: 100, days: 1, unrest: 0.15, monitoring: { interval: "15m", verify_ipv6: true } },
  { members: 1_000, days: 1, unrest: 0.02, monitoring: { interval: "8h", workers: 20 } },
])(
  "M3, M6, M7, M15, M18, M20, M22, M24 · $members members for $days days: the rules hold at every step",
  ({ members, days, unrest, monitoring }) => {
    const shell = world(members, monitoring, SEED);
    liveThrough(shell, days, unrest, createRandom(SEED));
    const { tests, waiting, cycle, pending, lookups, ipv6Checks, asked } = shell.state.monitoring;
    const left = { tests, waiting, cycle, pending, lookups, ipv6Checks };
    const none = { tests: {}, waiting: {}, cycle: null, pending: [], lookups: {}, ipv6Checks: {} };
    expect(left, "left over").toEqual(none);
    expect(asked?.done, "tests asked for that are over").toBe(asked?.total);
  },
);
