import type { Tag } from "../model/outbound.ts";
import { change, emit, log, type Turn, without } from "./turn.ts";

/** M24: after a success, once a run, it is learnt whether the outbound carries IPv6, unless that is declared. */
export function wantIpv6(turn: Turn, tag: Tag): void {
  const { settings, ipv6, ipv6Queue, ipv6Checks } = turn.state;
  if (!settings.verifyIpv6 || settings.ipv6Declared[tag] !== undefined || ipv6[tag] !== undefined) return;
  if (ipv6Queue.includes(tag) || Object.values(ipv6Checks).includes(tag)) return;
  change(turn, { ipv6Queue: [...ipv6Queue, tag] });
}

/** Starts checks that wait: beside the tests, at most `workers` at once. */
export function startIpv6(turn: Turn): void {
  for (;;) {
    const { ipv6Checks, ipv6Queue, settings, nextId: id } = turn.state;
    const [tag, ...rest] = ipv6Queue;
    if (tag === undefined || Object.keys(ipv6Checks).length >= settings.workers) return;
    change(turn, { ipv6Queue: rest, nextId: id + 1, ipv6Checks: { ...ipv6Checks, [id]: tag } });
    emit(turn, { kind: "check-ipv6", id, tag, url: settings.ipv6Url, timeout: settings.urlTestTimeout });
  }
}

/** @param carries null: nothing can be said; the next success asks again */
export function endIpv6(turn: Turn, id: number, carries: boolean | null): void {
  const tag = turn.state.ipv6Checks[id];
  if (tag === undefined) return;
  change(turn, { ipv6Checks: without(turn.state.ipv6Checks, id) });
  // Without a network nothing can be said of a proxy.
  if (carries === null || !turn.state.online) return;
  change(turn, { ipv6: { ...turn.state.ipv6, [tag]: carries } });
  log(turn, `ipv6 ${tag}: ${carries ? "yes" : "no"}`);
}

/** The member died: its check ends. */
export function dropIpv6(turn: Turn, tag: Tag): void {
  change(turn, { ipv6Queue: turn.state.ipv6Queue.filter((one) => one !== tag) });
  endRunning(turn, (one) => one === tag);
}

/** Checks whose requests died, or must end, begin anew. */
export function requeueIpv6(turn: Turn, which: (tag: Tag) => boolean): void {
  const ended = endRunning(turn, which);
  change(turn, { ipv6Queue: [...ended, ...turn.state.ipv6Queue] });
}

function endRunning(turn: Turn, which: (tag: Tag) => boolean): readonly Tag[] {
  const ended = Object.entries(turn.state.ipv6Checks).filter(([, tag]) => which(tag));
  for (const [id] of ended) {
    change(turn, { ipv6Checks: without(turn.state.ipv6Checks, id) });
    emit(turn, { kind: "abort-ipv6", id: Number(id) });
  }
  return ended.map(([, tag]) => tag);
}
