import type { AttemptOutcome, EngineEffect, EngineInput } from "../../src/engine/contract.ts";
import { createEngine, deadlineOf, stepEngine } from "../../src/engine/engine.ts";
import { type Model, modelOf } from "../../src/engine/model.ts";
import type { EngineState } from "../../src/engine/state.ts";
import type { Config } from "../../src/model/config.ts";
import { instant, ms } from "../../src/model/units.ts";
import { earliest } from "../../src/monitoring/moments.ts";

/** How each proxy's test requests end, by themselves: after so many ms. `deaf`: never, not even when aborted. */
export type Behaviour =
  | { readonly kind: "ends"; readonly after: number; readonly outcome: AttemptOutcome }
  | { readonly kind: "deaf" };

interface Request {
  readonly id: number;
  readonly tag: string;
  readonly input: EngineInput;
  readonly endsAt: number | null;
}

const LOOK_UP_TAKES = 300;

/** The shell as the core sees it, on a virtual clock: it performs effects and gives their ends back. */
export class SimulatedShell {
  readonly model: Model;
  state: EngineState;
  now = 0;
  /** Test requests that are neither ended nor aborted. */
  attempts: readonly Request[] = [];
  lookUps: readonly Request[] = [];
  steps = 0;
  /** Every effect, as it came. */
  readonly effects: EngineEffect[] = [];

  constructor(
    readonly config: Config,
    readonly behaviours: Readonly<Record<string, Behaviour>>,
    readonly afterStep: (shell: SimulatedShell) => void = () => {},
  ) {
    this.model = modelOf(config);
    this.state = createEngine(this.model, { results: {}, exits: {} }, {}, 7);
  }

  input(input: EngineInput): void {
    const { state, effects } = stepEngine(this.model, this.state, input, instant(this.now));
    this.state = state;
    this.steps++;
    this.effects.push(...effects);
    for (const effect of effects) this.#perform(effect);
    this.afterStep(this);
  }

  /** Lets time pass; whatever is due happens. */
  until(at: number): void {
    for (let due = this.#dueAt(); due !== null && due <= at; due = this.#dueAt()) {
      this.now = Math.max(this.now, due);
      this.#fire();
    }
    this.now = at;
  }

  /** The browser's clock is set, or the machine sleeps: what is under way is as far from its end as before. */
  jump(by: number): void {
    this.now += by;
    const moved = (one: Request): Request => ({ ...one, endsAt: one.endsAt === null ? null : one.endsAt + by });
    this.attempts = this.attempts.map(moved);
    this.lookUps = this.lookUps.map(moved);
  }

  /** The background is stopped and woken: all that is left is what was saved. */
  die(): void {
    this.attempts = [];
    this.lookUps = [];
    this.state = JSON.parse(JSON.stringify(this.state));
    this.input({ kind: "woken" });
  }

  #dueAt(): number | null {
    const requests = [...this.attempts, ...this.lookUps].map(({ endsAt }) =>
      endsAt === null ? null : instant(endsAt),
    );
    return earliest([deadlineOf(this.state), ...requests]);
  }

  #fire(): void {
    const isDue = ({ endsAt }: Request): boolean => endsAt !== null && endsAt <= this.now;
    const ended = [...this.attempts, ...this.lookUps].find(isDue);
    if (!ended) return this.input({ kind: "timer" });
    this.attempts = this.attempts.filter((one) => one !== ended);
    this.lookUps = this.lookUps.filter((one) => one !== ended);
    this.input(ended.input);
  }

  #perform(effect: EngineEffect): void {
    switch (effect.kind) {
      case "attempt":
        this.attempts = [...this.attempts, this.#send(effect)];
        return;
      case "abort-attempt":
        this.attempts = this.attempts.filter(({ id }) => id !== effect.id);
        return;
      case "look-up": {
        const { id, tag } = effect;
        const outcome = { kind: "found", exit: { ip: "203.0.113.1" }, took: ms(60_000) } as const;
        const input = { kind: "lookup-ended", id, outcome } as const;
        this.lookUps = [...this.lookUps, { id, tag, input, endsAt: this.now + LOOK_UP_TAKES }];
        return;
      }
      case "abort-look-up":
        this.lookUps = this.lookUps.filter(({ id }) => id !== effect.id);
        return;
    }
  }

  #send({ id, tag, timeout }: Extract<EngineEffect, { kind: "attempt" }>): Request {
    const behaviour = this.behaviours[tag] ?? { kind: "deaf" };
    if (behaviour.kind === "deaf") return { id, tag, input: { kind: "timer" }, endsAt: null };
    const late = behaviour.after > timeout;
    const outcome: AttemptOutcome = late ? { kind: "failed", error: { code: "timeout" } } : behaviour.outcome;
    const endsAt = this.now + Math.min(behaviour.after, timeout);
    return { id, tag, input: { kind: "attempt-ended", id, outcome }, endsAt };
  }
}
