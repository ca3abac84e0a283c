import type { EngineEffect, EngineInput, Saved } from "../src/engine/contract.ts";
import { configure, createEngine, deadlineOf, stepEngine } from "../src/engine/engine.ts";
import { keepState, restoreState } from "../src/engine/kept-state.ts";
import { proxiesIn } from "../src/engine/leads.ts";
import { type Model, modelOf } from "../src/engine/model.ts";
import { type Beside, plansOf } from "../src/engine/snapshot.ts";
import type { EngineState } from "../src/engine/state.ts";
import type { Control, Mode } from "../src/protocol/view.ts";
import { bootAgain } from "./boot-again.ts";
import type { HeldConfig } from "./checked-config.ts";
import type { ConfigKeeper, Usable } from "./config-keeper.ts";
import type { Close, Closer } from "./connections/closer.ts";
import { takesOver } from "./connections/takes-over.ts";
import type { Effects } from "./effects.ts";
import { createMutex } from "./lib/mutex.ts";
import type { ListKeeper } from "./list-keeper.ts";
import { countPlans, type PlansRevision } from "./plans-revision.ts";
import type { Alarm, Clock } from "./ports/clock.ts";
import type { Router } from "./ports/router.ts";
import type { ResultStore, RunStore } from "./ports/store.ts";
import { DIRECT_ALONE, directly, routingOf } from "./routing-of.ts";
import { readRunRecord, runRecord } from "./run-record.ts";
import { savedFor } from "./saved-results.ts";
import type { TemporaryKeeper } from "./temporary-keeper.ts";

/** The core of the run: its state, and the configuration that it belongs to made ready. */
export interface Core {
  readonly model: Model;
  readonly state: EngineState;
}

export interface ControllerParts {
  readonly clock: Clock;
  /** Rings at the core's next deadline. */
  readonly alarm: Alarm;
  /** Rings every half minute unless the browser's own settings are in force. */
  readonly heartbeat: { start(): void; stop(): void };
  readonly keeper: ConfigKeeper;
  readonly temporary: TemporaryKeeper;
  readonly lists: ListKeeper;
  readonly runStore: RunStore;
  readonly resultStore: ResultStore;
  readonly router: Router;
  readonly effects: Effects;
  readonly closer: Closer;
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
  /**
   * Resolves when the state of the run is known again; where the settings could not be read, it has them read again. Never
   * rejects.
   */
  ready(): Promise<void>;
  /** Steps the core, when there is one and the extension is on; the rest is done in the background. */
  input(input: EngineInput): void;
  /** Applies mode and configuration as they are kept now. */
  apply(): Promise<void>;
  /** Steps the core, and tries again what could not be put in force. Never rejects. */
  beat(): Promise<void>;
  /** Writes down what the browser's side has learnt since the last step. */
  keep(): Promise<void>;
  /** The core; null: there is no usable configuration. */
  readonly core: Core | null;
  /** What routing rests on besides the core. */
  readonly beside: Beside;
  readonly mode: Mode;
  readonly control: Control;
  setControl(control: Control): void;
}

function picksOf({ settings }: ConfigKeeper): readonly EngineInput[] {
  return Object.entries(settings?.picks ?? {}).map(([group, member]) => ({ kind: "pick", group, member }));
}

const NO_LISTS: HeldConfig["route"]["lists"] = [];
const NOTHING_SAVED = { results: {}, exits: {} };

function whyBlocked(usable: Usable): "no-config" | "bad-config" | "storage" {
  return usable.kind === "blocked" ? usable.why : "no-config";
}

export function createController(parts: ControllerParts): Controller {
  const { clock, alarm, heartbeat, keeper, runStore, resultStore, router, effects, closer, routerMemory, seed } = parts;
  const { lists, changed } = parts;
  let core: Core | null = null;
  let configRevision = 0;
  let control: Control = { kind: "off" };
  let plans: PlansRevision = countPlans(0);
  let draining = false;
  /** Requests of our own that the core knows of are really under way. */
  let live = false;
  const queue: EngineInput[] = [];
  /** What was to be in force last is. */
  let applied = false;
  /** Switching on, off and over wait for one another: the last one asked for is what stays. */
  const applying = createMutex();

  const beside = (): Beside => ({ temporary: parts.temporary.rules, lists: lists.compiled });
  const mode = (): Mode | null => keeper.settings?.mode ?? null;

  /** Whether proxies are tested, and what their tests say is followed. */
  const on = (): boolean => mode() !== null && mode() !== "system" && keeper.usable().kind === "config";

  async function boot(): Promise<void> {
    const [read] = await Promise.all([runStore.read(), keeper.load(), parts.temporary.load().catch(() => {})]);
    const record = readRunRecord(read);
    const usable = keeper.usable();
    // Another configuration's too, as when it was stopped within an edit: what the browser keeps (accounts) lives on.
    if (record) routerMemory.load(record.router);
    if (!record || usable.kind !== "config" || record.configRevision !== usable.revision) return apply();
    const model = modelOf(usable.config);
    core = { model, state: restoreState(model, record.engine) };
    configRevision = usable.revision;
    plans = countPlans(record.plansRevision, plansOf(core.model, core.state));
    return apply();
  }

  const apply = (): Promise<void> => applying.run(applyOrBlock);

  /** Only settings that cannot be read leave it open whether the extension is on. */
  const whyFailed = () => (mode() === null ? "storage" : "router");

  /** The next beat tries again. */
  const applyLater = (): void => {
    applied = false;
  };

  /** Whatever fails on the way, what was in force does not stay: it may be the direct mode. */
  async function applyOrBlock(): Promise<void> {
    applied = false;
    try {
      await applyNow();
      applied = true;
    } catch (error) {
      await halt(() => (mode() === "system" ? router.release() : router.block(whyFailed())));
      throw error;
    }
  }

  async function applyNow(): Promise<void> {
    const usable = keeper.usable();
    if (mode() === null) return halt(() => router.block("storage"));
    const wanted = usable.kind === "config" ? await use(usable.config, usable.revision) : [];
    await lists.use(usable.kind === "config" ? usable.config.route.lists : NO_LISTS);
    if (mode() === "system") return halt(() => router.release());
    if (mode() === "balanced") await parts.temporary.load();
    if (usable.kind === "blocked" || !core)
      return halt(() => (mode() === "direct" ? router.take(DIRECT_ALONE) : router.block(whyBlocked(usable))));
    heartbeat.start();
    const { started } = core.state.monitoring;
    const next = advance(core, [
      // What was picked while it was off.
      ...picksOf(keeper),
      { kind: !started ? "start" : live ? "timer" : "woken" },
    ]);
    live = true;
    const isNew = plans.changed(plansOf(core.model, core.state));
    const routing = routingOf(core.model, core.state, plans.revision, beside());
    const takeOver = (): Promise<void> => router.take(mode() === "direct" ? directly(routing) : routing);
    // A router with newer plans than the record would be told older ones, should it be stopped in between.
    if (isNew) await save().then(takeOver);
    else await Promise.all([save(), takeOver()]);
    // What is sent for the core needs the router, and was written down.
    if (!on()) return;
    effects.perform([...wanted, ...next]);
    void close(core, [...wanted, ...next]);
    alarm.set(deadlineOf(core.state));
    lists.resume();
    changed();
  }

  /** Steps the core by these inputs; what is to be done for them, once the state is saved. */
  function advance({ model, state: before }: Core, inputs: readonly EngineInput[]): readonly EngineEffect[] {
    const wanted: EngineEffect[] = [];
    let state = before;
    for (const next of inputs) {
      const stepped = stepEngine(model, state, next, clock.now());
      state = stepped.state;
      wanted.push(...stepped.effects);
    }
    core = { model, state };
    return wanted;
  }

  /** Makes the core fit a configuration; what is to be done for it. It is there while we are off too, to be looked at. */
  async function use(config: HeldConfig, revision: number): Promise<readonly EngineEffect[]> {
    if (core && configRevision === revision) return [];
    const model = modelOf(config);
    const saved = core ? null : await readSaved(config);
    configRevision = revision;
    if (saved || !core) {
      const picks = keeper.settings?.picks ?? {};
      core = { model, state: createEngine(model, saved ?? NOTHING_SAVED, picks, seed()) };
      return [];
    }
    const configured = configure(model, core.state, clock.now());
    core = { model, state: configured.state };
    return configured.effects;
  }

  /** What an earlier run left of these proxies; what it left of others goes, or it would pile up over the years. */
  async function readSaved(config: HeldConfig): Promise<Saved> {
    const saved = await resultStore.read();
    const configured = new Set(config.outbounds.map(({ tag }) => tag));
    const gone = saved.map(({ tag }) => tag).filter((tag) => !configured.has(tag));
    if (gone.length > 0) void resultStore.drop(gone);
    return savedFor(config, saved);
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

  function input(next: EngineInput): void {
    queue.push(next);
    if (!draining) void drain();
  }

  async function drain(): Promise<void> {
    draining = true;
    try {
      while (queue.length > 0) await stepOn(queue.splice(0));
    } finally {
      draining = false;
    }
  }

  async function stepOn(inputs: readonly EngineInput[]): Promise<void> {
    if (!on() || !core) return;
    const wanted = advance(core, inputs);
    await save();
    if (!on()) return;
    effects.perform(wanted);
    alarm.set(deadlineOf(core.state));
    const next = plansOf(core.model, core.state);
    if (plans.changed(next)) await router.update(next, plans.revision).catch(applyLater);
    void close(core, wanted);
    changed();
  }

  /**
   * The router has the new plans by now: what is loaded anew goes the new way. While everything goes directly nothing is: a
   * page that a proxy carried must not be asked for again without one.
   */
  async function close(current: Core, wanted: readonly EngineEffect[]): Promise<void> {
    const closes = wanted.filter((effect): effect is Close => effect.kind === "close");
    if (closes.length === 0) return;
    lists.leave(closes.flatMap(({ members }) => members.flatMap((member) => proxiesIn(current.model, member))));
    if (mode() !== "balanced" || !on()) return;
    const settings = current.model.config.connections;
    await closer.close(closes, { settings, takesOver: takesOver(current, beside(), clock.now()) });
    await save();
  }

  async function save(): Promise<void> {
    if (!core) return;
    const router = routerMemory.save();
    try {
      const engine = keepState(core.model, core.state);
      await runStore.write(runRecord({ configRevision, engine, plansRevision: plans.revision, router }));
    } catch {
      // Over the browser's quota, or shutting down: the run goes on; a stopped background would begin a new one.
    }
  }

  const bootOrBlock = (): Promise<void> =>
    boot()
      .catch(() => (mode() === "system" ? undefined : router.block(whyFailed())))
      // A router that cannot even say that it blocks does block: see its port.
      .catch(() => {});

  return {
    ready: bootAgain({ clock, alarm, boot: bootOrBlock, isRead: () => keeper.settings !== null }),
    input,
    apply,
    async beat() {
      input({ kind: "beat" });
      // Whoever asked for it was told that it failed.
      if (!applied) await apply().catch(() => {});
    },
    keep: () => save(),
    get core() {
      return core;
    },
    get beside() {
      return beside();
    },
    get mode() {
      return mode() ?? "balanced";
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
