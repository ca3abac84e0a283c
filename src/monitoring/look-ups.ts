import type { ExitIp, KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { Ms } from "../model/units.ts";
import { deliverNow, deliverSoon } from "./deliver.ts";
import { mergeExit } from "./merge-exit.ts";
import { change, emit, log, type Turn, without } from "./turn.ts";

/** M3: after a success, the exit address is asked for when it is not known, or only from an earlier run. */
export function wantLookup(turn: Turn, tag: Tag): void {
  const { exits, lookupQueue, lookups } = turn.state;
  const known = exits[tag];
  if (known && !known.cached) return;
  if (lookupQueue.includes(tag) || Object.values(lookups).some((one) => one.tag === tag)) return;
  change(turn, { lookupQueue: [...lookupQueue, tag] });
}

/** Starts look-ups that wait: beside the tests, at most `workers` at once. */
export function startLookups(turn: Turn): void {
  for (;;) {
    const { lookups, lookupQueue, settings, nextId: id, results } = turn.state;
    const [tag, ...rest] = lookupQueue;
    if (tag === undefined || Object.keys(lookups).length >= settings.workers) return;
    const after = results[tag]?.endedAt ?? turn.now;
    change(turn, { lookupQueue: rest, nextId: id + 1, lookups: { ...lookups, [id]: { tag, after } } });
    emit(turn, { kind: "look-up", id, tag });
  }
}

/** A look-up ended: what it found is confirmed in this run, and a faster request becomes the delay (M3). */
export function endLookup(turn: Turn, id: number, found: { readonly exit: ExitIp; readonly took: Ms } | null): void {
  const lookup = turn.state.lookups[id];
  if (!lookup) return;
  const { tag } = lookup;
  change(turn, { lookups: without(turn.state.lookups, id) });
  if (!found) return log(turn, `look-up ${tag}: no service answered`);
  const known = turn.state.exits[tag];
  const exit: KnownExitIp = { exit: mergeExit(known?.exit ?? null, found.exit), cached: false, learntAt: turn.now };
  change(turn, { exits: { ...turn.state.exits, [tag]: exit } });
  log(turn, `look-up ${tag}: ${exit.exit.country ?? "no country"}`);
  takeFaster(turn, tag, found.took, lookup.after);
  emit(turn, { kind: "save", tag, result: turn.state.results[tag] ?? null, exit });
}

function takeFaster(turn: Turn, tag: Tag, took: Ms, measuredAt: number): void {
  const result = turn.state.results[tag];
  const delay = Math.max(1, Math.round(took));
  if (result?.kind !== "delay" || result.cached || result.endedAt !== measuredAt || delay >= result.delay) return;
  change(turn, { results: { ...turn.state.results, [tag]: { ...result, delay } } });
  if (turn.state.cycle) deliverSoon(turn, tag);
  else deliverNow(turn, tag);
}

/** The member died, or is gone: its look-up ends. */
export function dropLookup(turn: Turn, tag: Tag): void {
  change(turn, { lookupQueue: turn.state.lookupQueue.filter((one) => one !== tag) });
  for (const [id, lookup] of Object.entries(turn.state.lookups)) {
    if (lookup.tag !== tag) continue;
    change(turn, { lookups: without(turn.state.lookups, id) });
    emit(turn, { kind: "abort-look-up", id: Number(id) });
  }
}
