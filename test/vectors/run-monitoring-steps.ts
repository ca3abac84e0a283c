import { PROBE_ERROR_CODES } from "../../src/model/probe-error.ts";
import { type Check, flag, number, object, oneOf, text, unchecked } from "./check.ts";
import { readConnect } from "./group-connections.ts";
import type { Step } from "./vector.ts";

const timed = { t: number, op: text };
const ofMember = object({ ...timed, member: text }, {});

/** Every step of a monitoring vector (vectors.md), with its fields. */
const STEPS = {
  start: object(timed, {}),
  cycle_start: object({ ...timed, kind: oneOf(["regular"] as const) }, {}),
  attempt_answers: object({ ...timed, member: text }, { status: number, retry_after: number }),
  attempt_fails: object({ ...timed, member: text }, { error: oneOf(PROBE_ERROR_CODES) }),
  user_test: ofMember,
  connection_failed_through_member: object({ ...timed, member: text }, { dest: text, error: text }),
  head_came: object({ ...timed, member: text }, { dest: text }),
  network_state: object({ ...timed, online: flag }, {}),
  traffic: object(timed, {}),
  set_ready: ofMember,
  network_change: object(timed, { breaks_running_tests: flag }),
  select: object({ ...timed, group: text, member: text }, {}),
  ip_lookup_result: object({ ...timed, member: text, ok: flag }, { ip: text, country: text, took: number }),
  load_config: object({ ...timed, value: unchecked }, {}),
  worker_restart: object(timed, {}),
  peek: object(timed, {}),
  connect(value: unknown, where: string) {
    const { group, ...rest } = value as Readonly<Record<string, unknown>>;
    return { ...readConnect(rest, where), group: group === undefined ? null : text(group, where) };
  },
} as const;

type Steps = typeof STEPS;
type Read<C> = C extends Check<infer T> ? T : never;

/** A step, read: `op` says which fields it has. */
export type MonitoringStep = { [Op in keyof Steps]: { readonly op: Op; readonly step: Read<Steps[Op]> } }[keyof Steps];

export function readMonitoringStep(step: Step, where: string): MonitoringStep {
  if (!Object.hasOwn(STEPS, step.op)) throw new Error(`${where}: no such step for the monitoring`);
  const op = step.op as keyof Steps;
  return { op, step: STEPS[op](step, where) } as MonitoringStep;
}
