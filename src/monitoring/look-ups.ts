import type { ExitIp, KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import { between, type Instant, type Ms } from "../model/units.ts";
import { deliverNow, deliverSoon } from "./deliver.ts";
import { mergeExit } from "./merge-exit.ts";
import type { Lookup, WantedLookup } from "./state.ts";
import { change, emit, log, type Turn, without } from "./turn.ts";

/** What a look-up found: the exit, and how long the request that answered took. */
export interface FoundExit {
  readonly exit: ExitIp;
  readonly took: Ms;
}

/** M3: what was confirmed so long ago is asked for again. */
const OLD_MS = 3_600_000;
/** M3: what was confirmed in this run is not asked for again within this time of the last look-up. */
const PAUSE_MS = 60_000;

/**
 * M3: after a success, the exit address is asked for when it is not known, only known from an earlier run, or may have
 * changed.
 */
export function wantLookup(turn: Turn, wanted: WantedLookup): void {
  const { exits, lookupQueue, lookups, settings } = turn.state;
  if (!settings.lookUpExits) return;
  const known = exits[wanted.tag];
  if (known && !known.cached && !mayHaveChanged(turn, wanted.tag, known)) return;
  if ([...lookupQueue, ...Object.values(lookups)].some(({ tag }) => tag === wanted.tag)) return;
  change(turn, { lookupQueue: [...lookupQueue, wanted] });
}

/** The network changed since, the outbound had failed since, or it is an hour old. */
function mayHaveChanged({ state, now }: Turn, tag: Tag, { learntAt }: KnownExitIp): boolean {
  const { changedAt, lookUpAnew, lookedUpAt } = state;
  const last = lookedUpAt[tag];
  const since = last === undefined ? PAUSE_MS : between(last, now);
  if (since >= 0 && since < PAUSE_MS) return false;
  return lookUpAnew[tag] === true || (changedAt !== null && learntAt < changedAt) || between(learntAt, now) >= OLD_MS;
}

/** Starts look-ups that wait: beside the tests, at most `workers` at once. */
export function startLookups(turn: Turn): void {
  for (;;) {
    const { lookups, lookupQueue, settings, nextId: id, results } = turn.state;
    const [wanted, ...rest] = lookupQueue;
    if (!wanted || Object.keys(lookups).length >= settings.workers) return;
    const lookup: Lookup = { ...wanted, after: results[wanted.tag]?.endedAt ?? turn.now };
    change(turn, {
      lookupQueue: rest,
      nextId: id + 1,
      lookups: { ...lookups, [id]: lookup },
      lookedUpAt: { ...turn.state.lookedUpAt, [wanted.tag]: turn.now },
      lookUpAnew: without(turn.state.lookUpAnew, wanted.tag),
    });
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
