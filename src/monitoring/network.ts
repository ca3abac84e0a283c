import { after, ms } from "../model/units.ts";
import { sendAttempt } from "./attempts.ts";
import { startCycle } from "./cycle.ts";
import { wakeWaiting } from "./readiness.ts";
import { change, log, type Turn } from "./turn.ts";

const SETTLE = ms(2_000);

/** M17: the network changed; 2 s after the last change every outbound is tested, fresh or not. */
export function networkChanged(turn: Turn): void {
  if (!turn.state.started) return;
  log(turn, "network: changed");
  const shaken = Object.entries(turn.state.tests).map(([tag, test]) => [tag, { ...test, shaken: true }] as const);
  change(turn, { tests: Object.fromEntries(shaken), networkAt: after(turn.now, SETTLE) });
}

export function networkDue(turn: Turn): void {
  const { networkAt } = turn.state;
  if (networkAt === null || networkAt > turn.now) return;
  change(turn, { networkAt: null });
  for (const [tag, test] of Object.entries(turn.state.tests)) {
    const calm = { ...test, shaken: false };
    if (test.attempt) change(turn, { tests: { ...turn.state.tests, [tag]: calm } });
    else sendAttempt(turn, tag, calm);
  }
  startCycle(turn, "network");
}

/** Offline: nothing new is tested and nothing is marked as failed. Online again is a change of the network. */
export function setOnline(turn: Turn, online: boolean): void {
  if (online === turn.state.online) return;
  change(turn, { online });
  log(turn, online ? "network: online" : "network: offline");
  networkChanged(turn);
  if (online) wakeWaiting(turn);
}
