import type { EngineEffect, EngineInput } from "../../src/engine/contract.ts";
import { deadlineOf } from "../../src/engine/engine.ts";
import { proxiesIn } from "../../src/engine/leads.ts";
import type { Model } from "../../src/engine/model.ts";
import type { Beside } from "../../src/engine/snapshot.ts";
import type { Mode } from "../../src/protocol/view.ts";
import type { Close, Closer } from "../connections/closer.ts";
import { takesOver } from "../connections/has-replacement.ts";
import type { ListKeeper } from "../lists/list-keeper.ts";
import type { Alarm, Clock } from "../ports/clock.ts";
import type { Router } from "../ports/router.ts";
import type { Effects } from "./effects.ts";
import type { Core, CoreOfRun } from "./live-core.ts";

export interface StepperParts {
  readonly clock: Clock;
  readonly alarm: Alarm;
  readonly router: Router;
  readonly effects: Effects;
  readonly closer: Closer;
  readonly lists: Pick<ListKeeper, "leave">;
  readonly changed: () => void;
  readonly held: CoreOfRun;
  readonly beside: () => Beside;
  /** Null: the settings cannot be read. */
  readonly mode: () => Mode | null;
  /** Whether proxies are tested, and what their tests say is followed. */
  readonly on: () => boolean;
  readonly save: () => Promise<void>;
  /** The configuration that the router has taken over last; null: none yet. */
  readonly taken: () => Model | null;
  /** The router could not be told of plans. */
  readonly unheard: () => void;
}

/** Steps the core and does what comes of it. */
export interface Stepper {
  step(inputs: readonly EngineInput[]): Promise<void>;
  /** Does what steps came to, when the state is saved and the router can send. */
  finish(effects: readonly EngineEffect[]): void;
}

export function createStepper(parts: StepperParts): Stepper {
  const { clock, alarm, router, effects, closer, lists, changed, held, beside, mode, on, save, taken, unheard } = parts;

  function perform({ state }: Core, wanted: readonly EngineEffect[]): void {
    effects.perform(wanted);
    alarm.set(deadlineOf(state));
  }

  /**
   * The router has an order of its own: the next result need not wait for it. Plans name members by their places, so those of
   * a configuration that it has not taken over yet would lead elsewhere, even directly: they come with that, or after it.
   */
  async function tell(core: Core, wanted: readonly EngineEffect[]): Promise<void> {
    const next = held.plansNow();
    if (held.core?.model === taken() && held.plans.changed(next))
      await router.update(next, held.plans.revision).catch(unheard);
    await close(core, wanted);
  }

  /**
   * The router has the new plans by now: what is loaded anew goes the new way. While everything goes directly nothing is: a
   * page that a proxy carried must not be asked for again without one.
   */
  async function close(core: Core, wanted: readonly EngineEffect[]): Promise<void> {
    const closes = wanted.filter((effect): effect is Close => effect.kind === "close");
    if (closes.length === 0) return;
    lists.leave(closes.flatMap(({ members }) => members.flatMap((member) => proxiesIn(core.model, member))));
    if (mode() !== "balanced" || !on()) return;
    const settings = core.model.config.connections;
    await closer.close(closes, { settings, takesOver: takesOver(core, beside(), clock.now()) });
    await save();
  }

  /** What is picked while it is off comes when it is switched on; until then it is seen only. */
  function leave(inputs: readonly EngineInput[]): void {
    if (inputs.some(({ kind }) => kind === "pick")) changed();
  }

  return {
    async step(inputs) {
      if (!on() || !held.core) return leave(inputs);
      const wanted = held.step(inputs);
      const { core } = held;
      await save();
      if (!on()) return;
      perform(core, wanted);
      void tell(core, wanted);
      changed();
    },
    finish(wanted) {
      const { core } = held;
      if (!core) return;
      perform(core, wanted);
      void tell(core, wanted);
    },
  };
}
