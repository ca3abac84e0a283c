import type { EngineEffect, EngineInput } from "../src/engine/contract.ts";
import { createEngine, deadlineOf, type EngineState, plansOf, stepEngine } from "../src/engine/index.ts";
import type { Config } from "../src/model/config.ts";
import type { Control, Mode } from "../src/protocol/view.ts";
import type { ConfigKeeper } from "./config-keeper.ts";
import type { Effects } from "./effects.ts";
import { countPlans, type PlansRevision } from "./plans-revision.ts";
import type { Alarm, Clock } from "./ports/clock.ts";
import type { Router } from "./ports/router.ts";
import type { ResultStore, RunStore } from "./ports/store.ts";
import { routingOf } from "./routing-of.ts";
import { readRunRecord, runRecord } from "./run-record.ts";
import { savedFor } from "./saved-results.ts";

export interface ControllerParts {
  readonly clock: Clock;
  /** Rings at the core's next deadline. */
  readonly alarm: Alarm;
  /** Rings every half minute while the extension is on. */
  readonly heartbeat: { start(): void; stop(): void };
  readonly keeper: ConfigKeeper;
  readonly runStore: RunStore;
  readonly resultStore: ResultStore;
  readonly router: Router;
  readonly effects: Effects;
  /** What the router's side must find again when the background was stopped. */
  readonly routerMemory: { save(): unknown; load(saved: unknown): void };
  readonly seed: () => number;
  /** Something that the popup shows has changed. */
  readonly changed: () => void;
}

/**
 * The shell around the core. One input at a time: step, save, then perform the effects; so whatever is done was written
 * down before, and a background stopped in between does it again when it wakes.
 *
 *   stopped ── ready() ──> off | blocked | on ── inputs ──> on
 *      ^                     └─ setMode, saveConfig ─┘
 *      └── the browser stops the background at any await
 */
export interface Controller {
  /** Resolves when the state of the run is known again. Never rejects. */
  ready(): Promise<void>;
  /** Steps the core, when there is one and the extension is on; the rest is done in the background. */
  input(input: EngineInput): void;
  /** Applies mode and configuration as they are kept now. */
  apply(): Promise<void>;
  /** The core's state; null: there is no usable configuration. */
  readonly engine: EngineState | null;
  readonly config: Config | null;
  readonly mode: Mode;
  readonly control: Control;
  setControl(control: Control): void;
}

export function createController(parts: ControllerParts): Controller {
  const { clock, alarm, heartbeat, keeper, runStore, resultStore, router, effects, routerMemory, seed, changed } =
    parts;
  let engine: EngineState | null = null;
  let config: Config | null = null;
  let configRevision = 0;
  let control: Control = { kind: "off" };
  let plans: PlansRevision = countPlans(0);
  let draining: Promise<void> | null = null;
  const queue: EngineInput[] = [];

  const on = (): boolean => keeper.settings?.mode === "balanced" && engine !== null;

  async function boot(): Promise<void> {
    await keeper.load();
    const record = readRunRecord(await runStore.read());
    const usable = keeper.usable();
    if (record && usable.kind === "config" && record.configRevision === usable.revision) {
      config = usable.config;
      configRevision = usable.revision;
      engine = record.engine;
      plans = countPlans(record.plansRevision);
      routerMemory.load(record.router);
      await apply({ kind: "woken" });
    } else await apply(null);
  }

  /** @param woken the input that tells the core how it comes to be running; null: find out */
  async function apply(woken: EngineInput | null): Promise<void> {
    const usable = keeper.usable();
    const mode = keeper.settings?.mode ?? null;
    if (mode === null) return halt(() => router.block("storage"));
    if (mode === "system") return halt(() => router.release());
    if (usable.kind === "blocked") return halt(() => router.block(usable.why));
    const first = woken ?? (await use(usable.config, usable.revision));
    heartbeat.start();
    if (engine) {
      plans.changed(plansOf(engine));
      await router.take(routingOf(usable.config, engine, plans.revision));
    }
    input(first);
    await draining;
  }

  /** Makes the core fit a configuration; the input that sets it going. */
  async function use(next: Config, revision: number): Promise<EngineInput> {
    const now = clock.now();
    const known = engine !== null;
    if (engine && configRevision !== revision) engine = step(engine, { kind: "configured", config: next }, []);
    else if (!engine) {
      const saved = savedFor(next, await resultStore.read());
      engine = createEngine(next, saved, keeper.settings?.picks ?? {}, seed(), now);
    }
    config = next;
    configRevision = revision;
    return known ? { kind: "woken" } : { kind: "start" };
  }

  async function halt(how: () => Promise<void>): Promise<void> {
    effects.abortAll();
    alarm.set(null);
    heartbeat.stop();
    await how();
    await save();
    changed();
  }

  function step(state: EngineState, next: EngineInput, wanted: EngineEffect[]): EngineState {
    const stepped = stepEngine(state, next, clock.now());
    wanted.push(...stepped.effects);
    return stepped.state;
  }

  function input(next: EngineInput): void {
    queue.push(next);
    draining ??= drain().finally(() => {
      draining = null;
    });
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      if (!on() || !engine) {
        queue.length = 0;
        return;
      }
      const wanted: EngineEffect[] = [];
      for (const next of queue.splice(0)) engine = step(engine, next, wanted);
      await save();
      if (!on()) continue;
      effects.perform(wanted);
      alarm.set(deadlineOf(engine));
      const current = plansOf(engine);
      if (plans.changed(current)) await router.update(current, plans.revision);
      changed();
    }
  }

  async function save(): Promise<void> {
    if (!engine) return;
    const record = runRecord({ configRevision, engine, plansRevision: plans.revision, router: routerMemory.save() });
    try {
      await runStore.write(record);
    } catch {
      // Over the browser's quota, or shutting down: the run goes on; a stopped background would begin a new one.
    }
  }

  let booted: Promise<void> | null = null;
  return {
    ready() {
      booted ??= boot().catch(() => (keeper.settings?.mode === "system" ? undefined : router.block("storage")));
      return booted;
    },
    input,
    apply: () => apply(null),
    get engine() {
      return engine;
    },
    get config() {
      return config;
    },
    get mode() {
      return keeper.settings?.mode ?? "balanced";
    },
    get control() {
      return control;
    },
    setControl(next) {
      control = next;
      changed();
    },
  };
}
