import type { EngineEffect, EngineInput, Saved } from "../../src/engine/contract.ts";
import { configure, createEngine, stepEngine } from "../../src/engine/engine.ts";
import { keepState, restoreState } from "../../src/engine/kept-state.ts";
import { type Model, modelOf } from "../../src/engine/model.ts";
import { plansOf } from "../../src/engine/snapshot.ts";
import type { EngineState } from "../../src/engine/state.ts";
import type { Plans } from "../../src/model/plan.ts";
import type { Clock } from "../ports/clock.ts";
import type { ResultStore, Settings } from "../ports/store.ts";
import { savedFor } from "../probes/saved-results.ts";
import type { Usable } from "../settings/settings-keeper.ts";
import type { HeldConfig } from "../settings/without-accounts.ts";
import { countPlans, type PlansRevision } from "./plans-revision.ts";
import type { RunRecord } from "./run-record.ts";

/** The core of the run: its state, and the configuration that it belongs to made ready. */
export interface Core {
  readonly model: Model;
  readonly state: EngineState;
}

/** Holds the core: makes it fit the configuration, steps it, and gives what is to be found again of it. */
export interface CoreOfRun {
  /** Null: there was no usable configuration yet. */
  readonly core: Core | null;
  readonly plans: PlansRevision;
  /** Goes on where a stopped background was, unless that had another configuration. */
  restore(record: RunRecord, usable: Usable): void;
  /** Makes the core fit a configuration; what is to be done for it. It is there while we are off too, to be looked at. */
  use(usable: Extract<Usable, { kind: "config" }>, picks: Settings["picks"]): Promise<readonly EngineEffect[]>;
  /** Steps it by these inputs; what is to be done for them, once the state is saved. */
  step(inputs: readonly EngineInput[]): readonly EngineEffect[];
  /** What its groups do with new connections now. */
  plansNow(): Plans;
  /** Null: there is no core. */
  record(router: unknown): RunRecord | null;
}

const NOTHING_SAVED: Saved = { results: {}, exits: {} };

export function createCoreOfRun(clock: Clock, resultStore: ResultStore, seed: () => number): CoreOfRun {
  let core: Core | null = null;
  let configRevision = 0;
  let plans = countPlans(0);

  /** What an earlier run left of these proxies; what it left of others goes, or it would pile up over the years. */
  async function readSaved(config: HeldConfig): Promise<Saved> {
    const saved = await resultStore.read();
    const configured = new Set(config.outbounds.map(({ tag }) => tag));
    const gone = saved.map(({ tag }) => tag).filter((tag) => !configured.has(tag));
    if (gone.length > 0) void resultStore.drop(gone);
    return savedFor(config, saved);
  }

  return {
    get core() {
      return core;
    },
    get plans() {
      return plans;
    },
    restore(record, usable) {
      if (usable.kind !== "config" || record.configRevision !== usable.revision) return;
      const model = modelOf(usable.config);
      core = { model, state: restoreState(model, record.engine) };
      configRevision = usable.revision;
      plans = countPlans(record.plansRevision, plansOf(core.model, core.state));
    },
    async use({ config, revision }, picks) {
      if (core && configRevision === revision) return [];
      const model = modelOf(config);
      const saved = core ? null : await readSaved(config);
      configRevision = revision;
      if (saved || !core) {
        core = { model, state: createEngine(model, saved ?? NOTHING_SAVED, picks, seed()) };
        return [];
      }
      const configured = configure(model, core, clock.now());
      core = { model, state: configured.state };
      return configured.effects;
    },
    step(inputs) {
      const wanted: EngineEffect[] = [];
      for (const input of inputs) {
        if (!core) break;
        const { state, effects } = stepEngine(core.model, core.state, input, clock.now());
        core = { model: core.model, state };
        wanted.push(...effects);
      }
      return wanted;
    },
    plansNow: () => (core ? plansOf(core.model, core.state) : {}),
    record: (router) =>
      core && { configRevision, engine: keepState(core.model, core.state), plansRevision: plans.revision, router },
  };
}
