import type { ExitIp, KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { Instant, Ms } from "../model/units.ts";
import { deliverNow, deliverSoon } from "./deliver.ts";
import { mergeExit } from "./merge-exit.ts";
import type { Lookup, WantedLookup } from "./state.ts";
import { change, emit, log, type Turn, without } from "./turn.ts";

/** What a look-up found: the exit, and how long the request that answered took. */
export interface FoundExit {
  readonly exit: ExitIp;
  readonly took: Ms;
}

/** M3: after a success, the exit address is asked for when it is not known, or only from an earlier run. */
export function wantLookup(turn: Turn, wanted: WantedLookup): void {
  const { exits, lookupQueue, lookups, settings } = turn.state;
  if (!settings.lookUpExits) return;
  const known = exits[wanted.tag];
  if (known && !known.cached) return;
  if ([...lookupQueue, ...Object.values(lookups)].some(({ tag }) => tag === wanted.tag)) return;
  change(turn, { lookupQueue: [...lookupQueue, wanted] });
}

/** Starts look-ups that wait: beside the tests, at most `workers` at once. */
export function startLookups(turn: Turn): void {
  for (;;) {
    const { lookups, lookupQueue, settings, nextId: id, results } = turn.state;
    const [wanted, ...rest] = lookupQueue;
    if (!wanted || Object.keys(lookups).length >= settings.workers) return;
    const lookup: Lookup = { ...wanted, after: results[wanted.tag]?.endedAt ?? turn.now };
    change(turn, { lookupQueue: rest, nextId: id + 1, lookups: { ...lookups, [id]: lookup } });
    emit(turn, { kind: "look-up", id, tag: wanted.tag });
  }
}

/** A look-up ended: what it found is confirmed in this run, and a faster request becomes the delay (M3). */
export function endLookup(turn: Turn, id: number, found: FoundExit | null): void {
  const lookup = turn.state.lookups[id];
  if (!lookup) return;
  const { tag } = lookup;
  change(turn, { lookups: without(turn.state.lookups, id) });
  if (!found) return log(turn, `look-up ${tag}: no service answered`);
  const known = turn.state.exits[tag];
  const exit: KnownExitIp = { exit: mergeExit(known?.exit ?? null, found.exit), cached: false, learntAt: turn.now };
  change(turn, { exits: { ...turn.state.exits, [tag]: exit } });
  log(turn, `look-up ${tag}: ${exit.exit.country ?? "no country"}`);
  takeFaster(turn, lookup, found.took);
  emit(turn, { kind: "save", tag, result: turn.state.results[tag] ?? null, exit });
}

function takeFaster(turn: Turn, { tag, urgent, after }: Lookup, took: Ms): void {
  const result = turn.state.results[tag];
  const delay = Math.max(1, Math.round(took));
  if (result?.kind !== "delay" || result.cached || isOther(result.endedAt, after) || delay >= result.delay) return;
  change(turn, { results: { ...turn.state.results, [tag]: { ...result, delay } } });
  log(turn, `result ${tag}: ${delay} ms, by its look-up`);
  if (urgent) deliverNow(turn, tag);
  else deliverSoon(turn, tag);
}

const isOther = (endedAt: Instant, measuredAt: Instant): boolean => endedAt !== measuredAt;

/** The member died, or is gone: its look-up ends. */
export function dropLookup(turn: Turn, tag: Tag): void {
  change(turn, { lookupQueue: turn.state.lookupQueue.filter((one) => one.tag !== tag) });
  endRunning(turn, (lookup) => lookup.tag === tag);
}

/** Look-ups whose requests died, or must end, begin anew. */
export function requeueLookups(turn: Turn, which: (lookup: Lookup) => boolean): void {
  const ended = endRunning(turn, which).map(({ tag, urgent }) => ({ tag, urgent }));
  change(turn, { lookupQueue: [...ended, ...turn.state.lookupQueue] });
}

function endRunning(turn: Turn, which: (lookup: Lookup) => boolean): readonly Lookup[] {
  const ended = Object.entries(turn.state.lookups).filter(([, lookup]) => which(lookup));
  for (const [id] of ended) {
    change(turn, { lookups: without(turn.state.lookups, id) });
    emit(turn, { kind: "abort-look-up", id: Number(id) });
  }
  return ended.map(([, lookup]) => lookup);
}
