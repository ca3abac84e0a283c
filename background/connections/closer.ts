import type { EngineEffect } from "../../src/engine/contract.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { ConnectionSettings } from "../../src/model/settings.ts";
import { createMutex } from "../lib/mutex.ts";
import type { Connections } from "../ports/connections.ts";
import { type Way, wentThrough } from "./chain.ts";
import type { OpenRequest } from "./open-request.ts";
import { planClosing } from "./plan-closing.ts";

export type Close = Extract<EngineEffect, { readonly kind: "close" }>;

/** What the closing must know of the core at that moment. */
export interface ClosingTimes {
  readonly settings: ConnectionSettings;
  /** Whether a working proxy takes over such requests from this one. */
  takesOver(request: Pick<OpenRequest, "origin" | "container">, from: Tag): boolean;
}

/** Closes connections of the user (B8 to B11). To be called when the router knows the new plans. */
export interface Closer {
  close(closes: readonly Close[], times: ClosingTimes): Promise<void>;
}

const DONE = 2_000;

/**
 * New requests leave the standing connections in any case; what is under way is touched with `interrupt` alone, only
 * where a working proxy takes over, and each request once: so nothing is loaded in a loop when all members are dead.
 */
export function createCloser(connections: Connections): Closer {
  const mutex = createMutex();
  const done = new Set<string>();

  async function interrupt(closes: readonly Close[], { settings, takesOver }: ClosingTimes): Promise<void> {
    const leaves = (request: OpenRequest): boolean =>
      request.way !== null && !done.has(request.id) && isLeft(request.way) && takesOver(request, request.way.outbound);
    const isLeft = (way: Way): boolean => closes.some(({ group, members }) => wentThrough(way, group, members));
    const open = await connections.open();
    const leaving = open.filter(leaves);
    const broken = (await connections.broken()).filter(leaves);
    for (const { id } of [...leaving, ...broken]) note(id);
    const plan = planClosing(leaving, open, settings.tabs);
    const restarted = await Promise.all(plan.loads.map((load) => connections.restartLoad(load)));
    const pages = new Set(plan.loads.filter((_, place) => restarted[place]).map(({ id }) => id));
    const endTab = settings.tabs === "stop" ? connections.stopTab : connections.reloadTab;
    const downloads = settings.downloads ? [...plan.downloads.filter(({ id }) => !pages.has(id)), ...broken] : [];
    await Promise.all([...plan.tabs.map(endTab), ...downloads.map(connections.moveDownload)]);
  }

  function note(id: string): void {
    done.add(id);
    if (done.size > DONE) done.delete(done.values().next().value ?? "");
  }

  return {
    close: (closes, times) =>
      mutex.run(async () => {
        connections.renew(closes.flatMap(({ members }) => members));
        const interrupting = closes.filter((close) => close.interrupt);
        if (interrupting.length > 0) await interrupt(interrupting, times);
      }),
  };
}
