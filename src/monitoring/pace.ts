import type { Tag } from "../model/outbound.ts";
import { between } from "../model/units.ts";
import { beginTest } from "./attempts.ts";
import { startCycle } from "./cycle.ts";
import { isReady } from "./readiness.ts";
import { change, log, type Turn } from "./turn.ts";

/**
 * When cycles begin.
 *
 *   not started ── start ──> a cycle every `interval` ── its time comes, no traffic for idle_timeout ──> idle
 *                                    ^                                                                     │
 *                                    └────────────────────── traffic, at once ─────────────────────────────┘
 *
 * M5: what the groups' selections lead to is tested before all else; the first cycle begins right after, and joins those.
 */
export function start(turn: Turn, first: readonly Tag[]): void {
  change(turn, { started: true, trafficAt: turn.now, idle: false, networkAt: null });
  for (const tag of new Set(first))
    if (isReady(turn, tag) && !turn.state.tests[tag]) beginTest(turn, tag, "start", "a group leads to it");
  startCycle(turn, "first");
}

/** M7: starts the next cycle when its time has come; no connection for `idle_timeout`: testing stops instead. */
export function cycleWhenDue(turn: Turn): void {
  const { cycle, nextCycleAt, trafficAt, settings, started, idle } = turn.state;
  if (!started || cycle || idle || nextCycleAt === null || nextCycleAt > turn.now) return;
  if (between(trafficAt, turn.now) < settings.idleTimeout) return startCycle(turn, "regular");
  log(turn, "idle: testing stops");
  change(turn, { idle: true });
}

/** M7: a connection of the user. @param tag the proxy that it uses; null: not known */
export function seeTraffic(turn: Turn, tag: Tag | null): void {
  const { idle, usedLast } = turn.state;
  change(turn, { trafficAt: turn.now, idle: false, usedLast: tag ?? usedLast });
  if (!idle) return;
  log(turn, "traffic: testing starts again");
  cycleWhenDue(turn);
}
