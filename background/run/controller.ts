import type { EngineInput } from "../../src/engine/contract.ts";
import type { Beside } from "../../src/engine/snapshot.ts";
import type { Control, Mode } from "../../src/protocol/view.ts";
import type { Closer } from "../connections/closer.ts";
import { createBatches } from "../lib/batches.ts";
import type { ListKeeper } from "../lists/list-keeper.ts";
import type { Alarm, Clock } from "../ports/clock.ts";
import type { Router } from "../ports/router.ts";
import type { ResultStore, RunStore, Settings } from "../ports/store.ts";
import type { ConfigKeeper } from "../settings/settings-keeper.ts";
import type { TemporaryKeeper } from "../settings/temporary-keeper.ts";
import { createInForce, whyFailed } from "./activation.ts";
import { bootAgain } from "./boot-retry.ts";
import type { Effects } from "./effects.ts";
import { type Core, createCoreOfRun } from "./live-core.ts";
import { createRunKeeper } from "./run-keeper.ts";
import { createStepper } from "./stepper.ts";

export type { Core } from "./live-core.ts";

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
  /**
   * As `ready`, but does not wait for the router to take over: for who only looks at core, mode and what routing rests on.
   * What is seen is what is in force when the router has taken over.
   */
  known(): Promise<void>;
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

export function createController(parts: ControllerParts): Controller {
  const { clock, keeper, temporary, lists, router, routerMemory, changed } = parts;
  const run = createRunKeeper(parts.runStore);
  const held = createCoreOfRun(clock, parts.resultStore, parts.seed);
  let control: Control = { kind: "off" };

  const beside = (): Beside => ({ temporary: temporary.rules, lists: lists.compiled });
  const mode = (): Mode | null => keeper.settings?.mode ?? null;
  const on = (): boolean => mode() !== null && mode() !== "system" && keeper.usable().kind === "config";
  async function save(): Promise<void> {
    const record = held.record(routerMemory.save());
    if (record) await run.write(record);
  }
  const stepper = createStepper({
    ...parts,
    held,
    beside,
    mode,
    on,
    save,
    taken: () => inForce.taken,
    unheard: () => inForce.later(),
  });
  let decide = (): void => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  const inForce = createInForce({ ...parts, held, beside, mode, on, save, decided: decide, finish: stepper.finish });
  const queue = createBatches<EngineInput>(stepper.step);

  /** Done once, however often the settings must be read: what has ended since then must not come back. */
  let remembers = false;

  async function boot(): Promise<void> {
    const [record] = await Promise.all([run.read(), keeper.load(), temporary.load().catch(() => {})]);
    // Another configuration's too, as when it was stopped within an edit: what the browser keeps (accounts) lives on.
    if (record && !remembers) routerMemory.load(record.router);
    remembers ||= record !== null;
    if (record) held.restore(record, keeper.usable());
    return inForce.apply();
  }

  const bootOrBlock = (): Promise<void> =>
    boot()
      .catch(() => (mode() === "system" ? undefined : router.block(whyFailed(mode()))))
      // A router that cannot even say that it blocks does block: see its port.
      .catch(() => {});

  const ready = bootAgain({ clock, alarm: parts.alarm, boot: bootOrBlock, isRead: () => keeper.settings !== null });

  return {
    ready,
    known: () => Promise.race([decided, ready()]),
    input: queue.push,
    apply: inForce.apply,
    async beat() {
      queue.push({ kind: "beat" });
      // Whoever asked for it was told that it failed.
      if (!inForce.applied) await inForce.apply().catch(() => {});
    },
    keep: save,
    get core() {
      // While it is off nothing is stepped; what is picked then is there to be seen all the same.
      return on() ? held.core : withPicks(held.core, keeper.settings?.picks);
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

const withPicks = (core: Core | null, picks: Settings["picks"] = {}): Core | null =>
  core && { ...core, state: { ...core.state, picks: { ...core.state.picks, ...picks } } };
