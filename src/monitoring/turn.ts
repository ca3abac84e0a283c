import type { CycleKind, ResultScope } from "../model/cycle.ts";
import type { KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { TestResult } from "../model/test-result.ts";
import type { Instant, Ms } from "../model/units.ts";
import type { MonitoringState, RunningTest } from "./state.ts";

/** What the monitoring wants done, in order. `deliver`, `cycle-started` and `cycle-ended` are for the groups. */
export type MonitoringEffect =
  /** Send one test request through the proxy; answer with `attempt-ended`, at the latest after `timeout`. */
  | {
      readonly kind: "attempt";
      readonly id: number;
      readonly tag: Tag;
      readonly url: string;
      readonly timeout: Ms;
    }
  | { readonly kind: "abort-attempt"; readonly id: number }
  /** Ask for the exit address through the proxy; answer with `lookup-ended`. */
  | { readonly kind: "look-up"; readonly id: number; readonly tag: Tag }
  | { readonly kind: "abort-look-up"; readonly id: number }
  /** Ask an address that is reached by IPv6 only (M24); answer with `ipv6-ended`, at the latest after `timeout`. */
  | { readonly kind: "check-ipv6"; readonly id: number; readonly tag: Tag; readonly url: string; readonly timeout: Ms }
  | { readonly kind: "abort-ipv6"; readonly id: number }
  /** Keep this for the next run (M20); `result` or `exit` is null where there is none. */
  | { readonly kind: "save"; readonly tag: Tag; readonly result: TestResult | null; readonly exit: KnownExitIp | null }
  | { readonly kind: "deliver"; readonly tags: readonly Tag[]; readonly scope: ResultScope }
  | { readonly kind: "cycle-started"; readonly cycle: CycleKind; readonly targets: readonly Tag[] }
  | { readonly kind: "cycle-ended" }
  /** A line that begins with MONITORING or LOWEST (M25). */
  | { readonly kind: "log"; readonly line: string };

/**
 * One step under way: the state as it becomes, the moment, what is to be done, and where groups lead. The pieces of the
 * monitoring work on it one after the other; outside, a step is a pure function.
 */
export interface Turn {
  state: MonitoringState;
  readonly now: Instant;
  readonly effects: MonitoringEffect[];
  /** The proxy that an outbound or a group's selection leads to; null: to none. */
  readonly leadsTo: (tag: Tag) => Tag | null;
}

export function change(turn: Turn, part: Partial<MonitoringState>): void {
  turn.state = { ...turn.state, ...part };
}

export function emit(turn: Turn, effect: MonitoringEffect): void {
  turn.effects.push(effect);
}

/** A line of the log (M25). */
export function log(turn: Turn, text: string): void {
  turn.effects.push({ kind: "log", line: `MONITORING ${text}` });
}

export function setTest(turn: Turn, tag: Tag, test: RunningTest): void {
  change(turn, { tests: { ...turn.state.tests, [tag]: test } });
}

export function without<V>(record: Readonly<Record<string, V>>, key: string | number): Readonly<Record<string, V>> {
  const { [String(key)]: _, ...rest } = record;
  return rest;
}

export const isFresh = (result: TestResult | undefined): boolean =>
  result !== undefined && (result.kind === "failed" || !result.cached);

/** It answered in this run. */
export const worked = (result: TestResult | undefined): boolean => result?.kind === "delay" && !result.cached;
