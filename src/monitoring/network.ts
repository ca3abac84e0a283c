import { after, ms } from "../model/units.ts";
import { sendAttempt } from "./attempts.ts";
import { startCycle } from "./cycle.ts";
import { upheaved } from "./lost-network.ts";
import { dropTest } from "./results.ts";
import { change, log, type Turn } from "./turn.ts";

const SETTLE = ms(2_000);

/**
 * M17: changes of the network.
 *
 *   calm ── changed, online again ──> settling ── 2 s after the last change ──> every outbound is tested
 *    ^                                   │ ^ └ changed                                    │
 *    │                                   v │ online again                                 │
 *    └─────────── offline (nothing is ready, nothing is held against a proxy) <───────────┘
 *
 * An attempt under way during a change is shaken: when it fails, that says nothing of its proxy, and it runs again.
 */
export function networkChanged(turn: Turn): void {
  log(turn, "network: changed");
  change(turn, { changedAt: turn.now });
  upheaved(turn);
  shake(turn);
  if (turn.state.online) change(turn, { networkAt: after(turn.now, SETTLE) });
}

export function networkDue(turn: Turn): void {
  const { networkAt } = turn.state;
  if (networkAt === null || networkAt > turn.now) return;
  change(turn, { networkAt: null });
  for (const [tag, test] of Object.entries(turn.state.tests)) if (test.broken) sendAttempt(turn, tag, test);
  startCycle(turn, "network");
}

/** M26: something answers again after all had failed together: every other outbound is tested at once. */
export function networkBack(turn: Turn): void {
  const { lostNetwork, outbounds } = turn.state;
  if (lostNetwork?.kind !== "back") return;
  change(turn, { lostNetwork: null });
  const others = outbounds.map(({ tag }) => tag).filter((tag) => tag !== lostNetwork.by);
  startCycle(turn, "network", others);
}

/** Offline: nothing new is tested and nothing is marked as failed. Online again is a change of the network. */
export function setOnline(turn: Turn, online: boolean): void {
  if (online === turn.state.online) return;
  log(turn, online ? "network: online" : "network: offline");
  change(turn, { online });
  if (online) return networkChanged(turn);
  change(turn, { networkAt: null });
  shake(turn);
  for (const [tag, test] of Object.entries(turn.state.tests)) if (test.broken) dropTest(turn, tag, test);
}

function shake(turn: Turn): void {
  const shaken = Object.entries(turn.state.tests).map(
    ([tag, test]) => [tag, test.attempt ? { ...test, attempt: { ...test.attempt, shaken: true } } : test] as const,
  );
  change(turn, { tests: Object.fromEntries(shaken) });
}
