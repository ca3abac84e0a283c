import { indexGroup } from "../../src/decision/group-index.ts";
import { type Memory, remember } from "../../src/decision/memory.ts";
import { pick } from "../../src/decision/pick.ts";
import { createSources } from "../../src/decision/sources.ts";
import type { EngineEffect } from "../../src/engine/contract.ts";
import type { Model } from "../../src/engine/model.ts";
import { plansOf } from "../../src/engine/snapshot.ts";
import type { EngineState } from "../../src/engine/state.ts";
import { instant } from "../../src/model/units.ts";
import { type Connect, type Connection, flowOfConnect } from "./group-connections.ts";

/** A connection on its way through nested groups; `member` is that of the group asked. */
export interface Way extends Connection {
  readonly path: readonly { readonly group: string; readonly member: string }[];
  /** The proxy that it went through. */
  readonly proxy: string;
}

const sources = createSources(1);

/** Places the i-th connection of a `connect`: a turn or a draw of its own in every group it passes. */
export function placed(model: Model, state: EngineState, memory: Memory, asked: string, step: Connect, i: number): Way {
  const plans = plansOf(model, state);
  const now = instant(step.t);
  const flow = flowOfConnect(step, i);
  const path: { group: string; member: string }[] = [];
  let at = asked;
  for (let group = model.groupOf.get(at); group; group = model.groupOf.get(at)) {
    const plan = plans[at];
    const index = indexGroup(at, group.members);
    const picked = plan
      ? pick(plan, { group: index, flow, memory, draws: memory.draws, sources, homes: new WeakMap(), now })
      : null;
    const assumed = path.length === 0 ? step.assume_member : undefined;
    if (picked && assumed === undefined) remember(memory, picked.changes, now);
    const member = assumed ?? (picked ? group.members[picked.member] : undefined);
    if (member === undefined || !group.members.includes(member)) throw new Error(`${at}: no member ${member}`);
    path.push({ group: at, member });
    at = member;
  }
  const member = path[0]?.member;
  if (member === undefined) throw new Error(`no group ${asked}`);
  const own = step.origin === "internal";
  const connection = { name: step.conn ?? null, at: step.t, member, own, dials: [member] };
  return { ...connection, state: step.open_fails ? "failed" : "open", path, proxy: at };
}

/** Closes what an effect closes: our own always, the user's only when it interrupts (B11). */
export function closeWays(ways: readonly Way[], effect: Extract<EngineEffect, { kind: "close" }>): void {
  for (const way of ways) {
    const through = way.path.some(({ group, member }) => group === effect.group && effect.members.includes(member));
    if (way.state === "open" && through && (way.own || effect.interrupt)) way.state = "closed";
  }
}
