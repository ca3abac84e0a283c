import type { EngineEffect, EngineInput } from "../../src/engine/contract.ts";
import type { Model } from "../../src/engine/model.ts";
import type { Beside } from "../../src/engine/snapshot.ts";
import type { Mode } from "../../src/protocol/view.ts";
import { createMutex } from "../lib/mutex.ts";
import type { ListKeeper } from "../lists/list-keeper.ts";
import type { Alarm } from "../ports/clock.ts";
import type { Router } from "../ports/router.ts";
import type { ConfigKeeper, Usable } from "../settings/settings-keeper.ts";
import type { TemporaryKeeper } from "../settings/temporary-keeper.ts";
import type { HeldConfig } from "../settings/without-accounts.ts";
import type { Effects } from "./effects.ts";
import type { Core, CoreOfRun } from "./live-core.ts";
import { DIRECT_ALONE, directly, routingOf } from "./routing.ts";

export interface InForceParts {
  readonly alarm: Alarm;
  readonly heartbeat: { start(): void; stop(): void };
  readonly keeper: ConfigKeeper;
  readonly temporary: TemporaryKeeper;
  readonly lists: ListKeeper;
  readonly router: Router;
  readonly effects: Effects;
  readonly changed: () => void;
  readonly held: CoreOfRun;
  readonly beside: () => Beside;
  /** Null: the settings cannot be read. */
  readonly mode: () => Mode | null;
  /** Whether proxies are tested, and what their tests say is followed. */
  readonly on: () => boolean;
  readonly save: () => Promise<void>;
  /** The core is what it goes on from; the router is about to take over. */
  readonly decided: () => void;
  /** Does what the core's steps came to. */
  readonly finish: (wanted: readonly EngineEffect[]) => void;
}

/** Puts mode and configuration in force, as they are kept. */
export interface InForce {
  /** Rejects when that fails: then everything is blocked, or the browser's own settings are in force where these were chosen. */
  apply(): Promise<void>;
  /** What was to be in force last is. */
  readonly applied: boolean;
  /** The configuration that the router has taken over last, made ready; null: none yet. */
  readonly taken: Model | null;
  /** It may not be: the next beat applies it again. */
  later(): void;
}

const NO_LISTS: HeldConfig["route"]["lists"] = [];

export function createInForce(parts: InForceParts): InForce {
  const { alarm, heartbeat, keeper, lists, router, effects, changed, held, beside, mode, on, save, finish } = parts;
  let applied = false;
  let taken: Model | null = null;
  /** Requests of our own that the core knows of are really under way. */
  let live = false;
  /** Switching on, off and over wait for one another: the last one asked for is what stays. */
  const applying = createMutex();

  /** Whatever fails on the way, what was in force does not stay: it may be the direct mode. */
  async function applyOrBlock(): Promise<void> {
    applied = false;
    try {
      await applyNow();
      applied = true;
    } catch (error) {
      await halt(() => (mode() === "system" ? router.release() : router.block(whyFailed(mode()))));
      throw error;
    }
  }

  async function applyNow(): Promise<void> {
    const usable = keeper.usable();
    if (mode() === null) return halt(() => router.block("storage"));
    // It may take its time: what is tested by then is tested as before.
    await lists.use(usable.kind === "config" ? usable.config.route.lists : NO_LISTS);
    const wanted = usable.kind === "config" ? await held.use(usable, keeper.settings?.picks ?? {}) : [];
    if (mode() === "system") return halt(() => router.release());
    if (mode() === "balanced") await parts.temporary.load();
    const { core } = held;
    if (usable.kind === "blocked" || !core)
      return halt(() => (mode() === "direct" ? router.take(DIRECT_ALONE) : router.block(whyBlocked(usable))));
    heartbeat.start();
    const next = goOn(core);
    parts.decided();
    await takeOver();
    if (!on()) return;
    // What is sent for the core needs the router, and was written down.
    finish([...wanted, ...next]);
    lists.resume();
    changed();
  }

  function goOn({ state }: Core): readonly EngineEffect[] {
    const life = !state.monitoring.started ? "start" : live ? "timer" : "woken";
    live = true;
    const picks = picksOf(keeper);
    // A woken core is told so before all else: what died with the background did not run into its limits. Else what was
    // picked while it was off comes before.
    return held.step(life === "woken" ? [{ kind: life }, ...picks] : [...picks, { kind: life }]);
  }

  /** The router gets the plans that the record knows of: told older ones it would not follow, should we be stopped in between. */
  async function takeOver(): Promise<void> {
    const isNew = held.plans.changed(held.plansNow());
    const { core, plans } = held;
    if (!core) return;
    const routing = routingOf(core.model, core.state, plans.revision, beside());
    const take = (): Promise<void> => {
      taken = core.model;
      return router.take(mode() === "direct" ? directly(routing) : routing);
    };
    if (isNew) await save().then(take);
    else await Promise.all([take(), save()]);
  }

  async function halt(how: () => Promise<void>): Promise<void> {
    effects.abortAll();
    lists.pause();
    live = false;
    alarm.set(null);
    // Whoever owns the proxy setting may change while there is nothing to test, too; and what fails here is tried again.
    heartbeat.start();
    await how();
    if (mode() === "system") heartbeat.stop();
    await save();
    changed();
  }

  return {
    apply: () => applying.run(applyOrBlock),
    get applied() {
      return applied;
    },
    get taken() {
      return taken;
    },
    later() {
      applied = false;
    },
  };
}

function picksOf({ settings }: ConfigKeeper): readonly EngineInput[] {
  return Object.entries(settings?.picks ?? {}).map(([group, member]) => ({ kind: "pick", group, member }));
}

/** Only settings that cannot be read leave it open whether the extension is on. */
export const whyFailed = (mode: Mode | null): "storage" | "router" => (mode === null ? "storage" : "router");

function whyBlocked(usable: Usable): "no-config" | "bad-config" | "storage" {
  return usable.kind === "blocked" ? usable.why : "no-config";
}
