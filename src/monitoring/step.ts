import { never } from "../lib/never.ts";
import type { Tag } from "../model/outbound.ts";
import type { Instant } from "../model/units.ts";
import { ask, stopAsked } from "./ask.ts";
import { type AttemptEnd, attemptEnded } from "./attempt-ended.ts";
import { beat, seeClock } from "./clock.ts";
import { askDeadEnd, headCame, startComebacks } from "./comebacks.ts";
import { fillWorkers, finishCycle, startCycle } from "./cycle.ts";
import { flushDue } from "./deliver.ts";
import { chosen, doubtConnection, selected, setReady } from "./events.ts";
import { endIpv6, requeueIpv6, startIpv6 } from "./ipv6.ts";
import { endLookup, type FoundExit, requeueLookups, startLookups } from "./look-ups.ts";
import { lostDue } from "./lost-network.ts";
import { networkBack, networkChanged, networkDue, setOnline } from "./network.ts";
import { cycleWhenDue, seeTraffic, start } from "./pace.ts";
import { lookAgain, wakeWaiting } from "./readiness.ts";
import { stagesDue } from "./stages.ts";
import type { MonitoringState } from "./state.ts";
import type { MonitoringEffect, Turn } from "./turn.ts";
import { wake } from "./wake.ts";

/** What happens to the monitoring. All tags are proxies: where groups lead is the caller's to say. */
export type MonitoringInput =
  /** `first`: what the groups' selections lead to, tested before all else (M5). */
  | { readonly kind: "start"; readonly first: readonly Tag[] }
  | { readonly kind: "woken" }
  | { readonly kind: "timer" }
  | { readonly kind: "run-cycle" }
  | { readonly kind: "attempt-ended"; readonly id: number; readonly end: AttemptEnd }
  | { readonly kind: "lookup-ended"; readonly id: number; readonly found: FoundExit | null }
  /** `carries`: whether the address answered; null: nothing can be said. */
  | { readonly kind: "ipv6-ended"; readonly id: number; readonly carries: boolean | null }
  | { readonly kind: "ask"; readonly tags: readonly Tag[] }
  | { readonly kind: "stop-asked" }
  | { readonly kind: "connection-failed"; readonly tag: Tag }
  | { readonly kind: "connection-silent"; readonly tag: Tag }
  | { readonly kind: "connection-doubtful"; readonly tag: Tag }
  /** `tag`: the proxy that it uses; null: not known. */
  | { readonly kind: "traffic"; readonly tag: Tag | null }
  /** A connection asks a group, or finds a rule's proxy, none of whose members is alive (M28). */
  | { readonly kind: "dead-end"; readonly tag: Tag; readonly members: readonly Tag[] }
  /** A request of the user got its response head through this proxy (M28). */
  | { readonly kind: "head-came"; readonly tag: Tag }
  /** A strategy changed its selection, which leads to this proxy now (M16). */
  | { readonly kind: "chosen"; readonly tag: Tag }
  /** A selector now leads to this proxy; `dependents` dial through the selector. */
  | { readonly kind: "selected"; readonly tag: Tag | null; readonly dependents: readonly Tag[] }
  /** Our own requests through these proxies must end (B11); look-ups begin anew. */
  | { readonly kind: "closed"; readonly tags: readonly Tag[] }
  | { readonly kind: "network-changed" }
  | { readonly kind: "beat" }
  | { readonly kind: "online"; readonly online: boolean }
  | { readonly kind: "ready"; readonly tag: Tag; readonly ready: boolean };

/**
 * One step of the monitoring. Whatever is due by `now` happens first, then the input, then free workers are filled.
 *
 *   start, interval, traffic after idling (pace)     a person (ask)      an event (events, readiness)
 *   a change of the network (network)                      │                        │
 *             │                                            │ beside the workers     │
 *             v                                            v                        v
 *   cycle ── queue ── a free worker (cycle) ──────> test of one outbound: attempt, marks, watch-dog (attempts, stages)
 *     ^        └─ not ready: skipped (readiness) ─> waits ─ ready, or ten looks ─^  │      │
 *     │ no success, another address                                                 │      └─ nothing was measured: marked
 *     └─────────────── its tests are over <─────────────────────────────────────────┤
 *                                                                                   v
 *   look-up, IPv6 check, beside the tests (look-ups, ipv6) <── success ── result ── saved (results)
 *             └── exit address; a faster request becomes the delay ──────────> │
 *                                                       of the cycle: the window's end; else at once (deliver)
 *                                                                              v
 *                                                                           groups
 *
 * Every test runs once at a time (M15): whoever wants one that runs joins it. Each part's own machine is drawn above it.
 * All that is to come is an absolute moment in the state (deadline), so a stopped background finds it again (wake), and
 * one moves with a clock that is set back (clock).
 *
 * @param leadsTo the proxy that an outbound or a group's selection leads to; null: to none
 */
export function stepMonitoring(
  state: MonitoringState,
  input: MonitoringInput,
  now: Instant,
  leadsTo: (tag: Tag) => Tag | null,
): { readonly state: MonitoringState; readonly effects: readonly MonitoringEffect[] } {
  const turn: Turn = { state, now, effects: [], leadsTo };
  // What died with the background did not run into its limit.
  const woken = input.kind === "woken";
  if (woken) wake(turn);
  seeClock(turn, woken);
  due(turn);
  take(turn, input);
  settle(turn);
  return { state: turn.state, effects: turn.effects };
}

function due(turn: Turn): void {
  stagesDue(turn);
  flushDue(turn);
  networkDue(turn);
  cycleWhenDue(turn);
  lookAgain(turn);
  lostDue(turn);
}

/** Tests what became ready, fills the workers, and ends or repeats the cycle, until nothing changes. */
function settle(turn: Turn): void {
  for (let before: unknown = null; before !== turn.state; ) {
    before = turn.state;
    wakeWaiting(turn);
    networkBack(turn);
    startComebacks(turn);
    fillWorkers(turn);
    finishCycle(turn);
  }
  startLookups(turn);
  startIpv6(turn);
}

function take(turn: Turn, input: MonitoringInput): void {
  switch (input.kind) {
    case "start":
      return start(turn, input.first);
    case "woken":
    case "timer":
      return;
    case "run-cycle":
      return startCycle(turn, "regular");
    case "attempt-ended":
      return attemptEnded(turn, input.id, input.end);
    case "lookup-ended":
      return endLookup(turn, input.id, input.found);
    case "ipv6-ended":
      return endIpv6(turn, input.id, input.carries);
    case "ask":
      return ask(turn, input.tags);
    case "stop-asked":
      return stopAsked(turn);
    case "connection-failed":
      return doubtConnection(turn, input.tag, "a connection through it failed");
    case "connection-silent":
      return doubtConnection(turn, input.tag, "a connection through it has no answer");
    case "connection-doubtful":
      return doubtConnection(turn, input.tag, "a page was asked for a login, by its site or by the proxy");
    case "traffic":
      return seeTraffic(turn, input.tag);
    case "dead-end":
      return askDeadEnd(turn, input.tag, input.members);
    case "head-came":
      return headCame(turn, input.tag);
    case "chosen":
      return chosen(turn, input.tag);
    case "selected":
      return selected(turn, input.tag, input.dependents);
    case "closed":
      requeueLookups(turn, ({ tag }) => input.tags.includes(tag));
      return requeueIpv6(turn, (tag) => input.tags.includes(tag));
    case "network-changed":
      return networkChanged(turn);
    case "beat":
      return beat(turn);
    case "online":
      return setOnline(turn, input.online);
    case "ready":
      return setReady(turn, input.tag, input.ready);
    default:
      return never(input);
  }
}
