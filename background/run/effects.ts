import type { EngineEffect, EngineInput } from "../../src/engine/contract.ts";
import { never } from "../../src/lib/never.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { Ms } from "../../src/model/units.ts";
import type { Prober } from "../ports/prober.ts";
import type { SavedResult } from "../ports/store.ts";
import { attemptOutcome } from "../probes/probe-outcome.ts";

/** Looks up the exit address through a proxy, one service after the other; aborted by its signal. */
export type LookUp = (
  tag: Tag,
  signal: AbortSignal,
) => Promise<Extract<EngineInput, { kind: "lookup-ended" }>["outcome"]>;

export interface EffectParts {
  readonly prober: Prober;
  readonly lookUp: LookUp;
  /** M27: how long a test may trust connection phases that were measured before. */
  readonly phasesFor: () => Ms;
  readonly input: (input: EngineInput) => void;
  readonly save: (saved: readonly Omit<SavedResult, "endpoint">[]) => void;
  readonly log: (lines: readonly string[]) => void;
}

/** Performs what a step of the core asks for. Requests of our own are known by their id until they end. */
export interface Effects {
  perform(effects: readonly EngineEffect[]): void;
  /** Aborts every request of our own; their ends are not reported. */
  abortAll(): void;
  /** Requests of our own under way. */
  readonly running: number;
}

interface Running {
  readonly tag: Tag;
  readonly abort: AbortController;
}

export function createEffects({ prober, lookUp, phasesFor, input, save, log }: EffectParts): Effects {
  const running = new Map<number, Running>();

  async function run(id: number, tag: Tag, work: (signal: AbortSignal) => Promise<EngineInput>): Promise<void> {
    running.get(id)?.abort.abort();
    const abort = new AbortController();
    running.set(id, { tag, abort });
    const ended = await work(abort.signal);
    if (running.get(id)?.abort !== abort) return;
    running.delete(id);
    input(ended);
  }

  function abort(id: number): void {
    running.get(id)?.abort.abort();
    running.delete(id);
  }

  function perform(effect: EngineEffect): void {
    switch (effect.kind) {
      case "attempt": {
        const { id, tag, url, timeout } = effect;
        void run(id, tag, async (signal) => {
          const outcome = attemptOutcome(url, await prober.send({ tag, url, timeout, signal, phasesFor: phasesFor() }));
          return { kind: "attempt-ended", id, outcome };
        });
        return;
      }
      case "look-up": {
        const { id, tag } = effect;
        void run(id, tag, async (signal) => ({ kind: "lookup-ended", id, outcome: await lookUp(tag, signal) }));
        return;
      }
      case "check-ipv6": {
        const { id, tag, url, timeout } = effect;
        void run(id, tag, async (signal) => {
          const { kind } = attemptOutcome(url, await prober.send({ tag, url, timeout, signal, unexplained: true }));
          const isUnsure = kind === "again" || kind === "limited";
          return { kind: "ipv6-ended", id, carries: isUnsure ? null : kind === "delay" };
        });
        return;
      }
      case "abort-ipv6":
      case "abort-attempt":
      case "abort-look-up":
        return abort(effect.id);
      // Our own requests through a dead member are ended by the core (abort-attempt, abort-look-up); the user's once the
      // router has the new plans (controller).
      case "close":
      case "save":
      case "log":
        return;
      default:
        return never(effect);
    }
  }

  return {
    perform(effects) {
      for (const effect of effects) perform(effect);
      const saved = effects.filter((effect) => effect.kind === "save");
      if (saved.length > 0) save(saved.map(({ tag, result, exit }) => ({ tag, result, exit })));
      const lines = effects.filter((effect) => effect.kind === "log").map(({ line }) => line);
      if (lines.length > 0) log(lines);
    },
    abortAll() {
      for (const { abort } of running.values()) abort.abort();
      running.clear();
    },
    get running() {
      return running.size;
    },
  };
}
