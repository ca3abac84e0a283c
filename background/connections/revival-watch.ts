import { explain } from "../../src/decision/explain.ts";
import { createMemory } from "../../src/decision/memory.ts";
import { prepare } from "../../src/decision/prepare.ts";
import type { EngineInput } from "../../src/engine/contract.ts";
import { deadEndIn, mayMeetDeadEnd } from "../../src/engine/dead-end.ts";
import { type Beside, baseOf, plansOf } from "../../src/engine/snapshot.ts";
import { memoOf } from "../../src/lib/memo.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { MonitoringState } from "../../src/monitoring/state.ts";
import { parseOrigin } from "../../src/routing/origin.ts";
import type { Clock } from "../ports/clock.ts";
import type { Router, UserRequest } from "../ports/router.ts";
import type { Core } from "../run/live-core.ts";

/** The core has a pause of its own; it need not be stepped for every request within it. */
const ASK_PAUSE_MS = 5_000;
/** A head says that its proxy is back; the next ones say the same. */
const HEAD_PAUSE_MS = 1_000;

export interface RevivalWatchParts {
  /** Null: nothing is routed by the core, so no request says anything of it. */
  readonly core: () => Core | null;
  readonly beside: () => Beside;
  readonly assigned: Router["assigned"];
  readonly clock: Clock;
  readonly input: (input: EngineInput) => void;
}

/**
 * Sees in the user's requests that dead proxies must be tested (M28): one asks where nobody is alive, or gets its head
 * through a proxy that counts as failed. While all proxies work a request costs a look or two.
 */
export interface RevivalWatch {
  /** A request of the user begins. */
  began(request: UserRequest): void;
  /** It got its response head, and not from the cache. */
  headed(request: UserRequest): void;
}

export function createRevivalWatch({ core, beside, assigned, clock, input }: RevivalWatchParts): RevivalWatch {
  const askedAt = new Map<Tag, number>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Whether so long has passed since; a clock that was set back ends the pause. */
  const isOver = (since: number | undefined, pauseMs: number): boolean =>
    since === undefined || clock.now() - since >= pauseMs || clock.now() < since;

  /** The groups that such a request passes, the outermost first, and its outbound. */
  function chainOf({ model, state }: Core, { url, container }: UserRequest): readonly Tag[] {
    const at = parseOrigin(url);
    if (!at) return [];
    const index = prepared(baseOf(model, state, beside()));
    const { steps, outbound } = explain(
      index,
      plansOf(model, state),
      createMemory(),
      { ...at, container },
      clock.now(),
    );
    return [...steps.map(({ group }) => group), outbound];
  }

  async function seeHead({ url, container, outbound }: UserRequest, failed: ReadonlySet<Tag>): Promise<void> {
    const at = parseOrigin(url);
    if (!at) return;
    const through = outbound ?? (await assigned(`${at.scheme}://${at.host}:${at.port}`, container))?.outbound;
    if (through !== undefined && failed.has(through)) input({ kind: "head-came", tag: through });
  }

  return {
    began(request) {
      const now = core();
      if (!now || !mayMeetDeadEnd(now)) return;
      const chain = chainOf(now, request);
      const found = deadEndIn(now, chain);
      if (!found || !isOver(askedAt.get(found.tag), ASK_PAUSE_MS)) return;
      askedAt.set(found.tag, clock.now());
      input({ kind: "connection-asked", chain });
    },
    headed(request) {
      const failed = failedIn(core()?.state.monitoring.results ?? NONE);
      if (failed.size === 0 || (request.outbound !== null && !failed.has(request.outbound))) return;
      if (!isOver(lookedAt, HEAD_PAUSE_MS)) return;
      lookedAt = clock.now();
      void seeHead(request, failed);
    },
  };
}

const NONE: MonitoringState["results"] = {};

const prepared = memoOf(prepare);

const failedIn = memoOf(
  (results: MonitoringState["results"]): ReadonlySet<Tag> =>
    new Set(Object.entries(results).flatMap(([tag, { kind }]) => (kind === "failed" ? [tag] : []))),
);
