import type { AttemptOutcome, EngineEffect, EngineInput } from "../../../src/engine/contract.ts";
import { createEngine, deadlineOf, type EngineStepped, stepEngine } from "../../../src/engine/engine.ts";
import { type Model, modelOf } from "../../../src/engine/model.ts";
import type { EngineState } from "../../../src/engine/state.ts";
import type { Config } from "../../../src/model/config.ts";
import type { KnownExitIp } from "../../../src/model/exit-ip.ts";
import type { TestResult } from "../../../src/model/test-result.ts";
import { instant } from "../../../src/model/units.ts";
import type { ProxyModel } from "./proxy-model.ts";

const BEAT = 30_000;
/** The browser's clock at the beginning. */
const WALL = 1_000_000_000_000;
const TIMEOUT: AttemptOutcome = { kind: "failed", error: { code: "timeout" } };

/** A request of ours, from its start until it ends, is aborted, or its background dies. */
export interface Request {
  readonly id: number;
  readonly tag: string;
  readonly what: "attempt" | "look-up" | "ipv6";
  readonly startedAt: number;
  readonly endsAt: number | null;
  readonly ends: EngineInput;
  readonly deaf: boolean;
  /** The core wants it no more; one that is deaf goes on all the same. */
  readonly aborted: boolean;
}

/** What was saved for the next run. */
export interface Kept {
  readonly result: TestResult | null;
  readonly exit: KnownExitIp | null;
}

/** One step of the core, for those who watch. */
export interface Seen extends EngineStepped {
  readonly input: EngineInput;
  readonly before: EngineState;
  readonly shell: Simulator;
  /** The background died before it could do what the step asked for. */
  readonly lost: boolean;
}

/** Looks at every step; throws when something is wrong. */
export type Watcher = (seen: Seen) => void;

/**
 * The core in a world of modelled proxies, on a virtual clock: `at` is the time that has really passed, in ms; what the
 * core is told is the browser's clock, which may jump. A background that has died is woken by the next sign of life, touch
 * or other happening; its timers do not wake it sooner.
 *
 *   alive ── die(), dieBeforeEffects() ──> dead (its requests gone, its state as saved) ── anything ──> woken, alive
 */
export class Simulator {
  readonly model: Model;
  state: EngineState;
  at = 0;
  steps = 0;
  requests: readonly Request[] = [];
  readonly kept = new Map<string, Kept>();
  #shift = WALL;
  #beatAt = BEAT;
  #dead = false;
  #dooms = false;

  constructor(
    config: Config,
    readonly proxies: Readonly<Record<string, ProxyModel>>,
    readonly watchers: readonly Watcher[],
    readonly name: string,
  ) {
    this.model = modelOf(config);
    this.state = createEngine(this.model, { results: {}, exits: {} }, {}, 7);
  }

  /** The browser's clock. */
  get now(): number {
    return this.at + this.#shift;
  }

  input(input: EngineInput): void {
    if (this.#dead) {
      this.#dead = false;
      this.#step({ kind: "woken" });
      // It may have died of that.
      return this.input(input);
    }
    this.#step(input);
  }

  /** Lets time pass; whatever is due happens. */
  until(at: number): void {
    for (let due = this.#dueAt(); due <= at; due = this.#dueAt()) {
      this.at = Math.max(this.at, due);
      this.#fire();
    }
    this.at = at;
  }

  /** The browser's clock is set, or the machine sleeps: then nothing happened meanwhile. */
  jump(by: number): void {
    this.#shift += by;
  }

  /** The background is stopped: all that is left is what was saved. */
  die(): void {
    this.#dead = true;
    this.requests = [];
    this.state = JSON.parse(JSON.stringify(this.state));
  }

  /** It will be, in the next step with a result: the state is saved, and nothing of what the step asks for is done. */
  dieBeforeEffects(): void {
    this.#dooms = true;
  }

  /** The network changes, and what is under way breaks. */
  breakNetwork(tell: EngineInput): void {
    const broken = this.requests.filter(({ deaf }) => !deaf);
    this.input(tell);
    for (const request of broken) {
      if (!this.requests.includes(request)) continue;
      this.requests = this.requests.filter((one) => one !== request);
      const { id } = request;
      if (request.aborted) continue;
      if (request.what === "look-up") this.input({ kind: "lookup-ended", id, outcome: { kind: "none" } });
      else if (request.what === "ipv6") this.input({ kind: "ipv6-ended", id, carries: null });
      else this.input({ kind: "attempt-ended", id, outcome: { kind: "failed", error: { code: "reset" } } });
    }
  }

  /** Something is wrong: says what, and when. */
  fail(what: string): never {
    const clock = new Date(this.at).toISOString().slice(11, 23);
    throw new Error(`${this.name}, day ${Math.floor(this.at / 86_400_000)}, ${clock}: ${what}`);
  }

  #dueAt(): number {
    if (this.#dead) return this.#beatAt;
    const deadline = deadlineOf(this.state);
    const ends = this.requests.map(({ endsAt }) => endsAt ?? Number.POSITIVE_INFINITY);
    return Math.min(this.#beatAt, deadline === null ? Number.POSITIVE_INFINITY : deadline - this.#shift, ...ends);
  }

  #fire(): void {
    const ended = this.requests.find(({ endsAt }) => endsAt !== null && endsAt <= this.at);
    if (ended && !this.#dead) {
      this.requests = this.requests.filter((one) => one !== ended);
      return this.input(ended.ends);
    }
    if (this.#beatAt > this.at) return this.input({ kind: "timer" });
    this.#beatAt = this.at + BEAT;
    this.input({ kind: "beat" });
  }

  #step(input: EngineInput): void {
    const before = this.state;
    const stepped = stepEngine(this.model, before, input, instant(this.now));
    this.state = stepped.state;
    this.steps++;
    const lost = this.#dooms && stepped.effects.some(({ kind }) => kind === "save");
    this.#dooms &&= !lost;
    if (lost) this.die();
    else for (const effect of stepped.effects) this.#perform(effect);
    for (const watch of this.watchers) watch({ ...stepped, input, before, shell: this, lost });
  }

  #perform(effect: EngineEffect): void {
    switch (effect.kind) {
      case "attempt":
        this.requests = [...this.requests, this.#attempt(effect)];
        return;
      case "look-up":
        this.requests = [...this.requests, this.#lookUp(effect)];
        return;
      case "check-ipv6":
        this.requests = [...this.requests, this.#checkIpv6(effect)];
        return;
      case "abort-attempt":
      case "abort-look-up":
      case "abort-ipv6":
        this.requests = this.requests.flatMap((one) =>
          one.id !== effect.id ? one : one.deaf ? { ...one, aborted: true } : [],
        );
        return;
      case "save":
        this.kept.set(effect.tag, { result: effect.result, exit: effect.exit });
        return;
    }
  }

  #attempt({ id, tag, timeout }: Extract<EngineEffect, { kind: "attempt" }>): Request {
    const { after, outcome, deaf } = this.#proxy(tag).attempt(this.at);
    const inTime = deaf || (after !== null && after <= timeout);
    const ends: EngineInput = { kind: "attempt-ended", id, outcome: inTime ? outcome : TIMEOUT };
    return this.#request(id, tag, "attempt", inTime ? after : timeout, ends, deaf);
  }

  #lookUp({ id, tag }: Extract<EngineEffect, { kind: "look-up" }>): Request {
    const { after, outcome, deaf } = this.#proxy(tag).lookUp(this.at);
    return this.#request(id, tag, "look-up", after, { kind: "lookup-ended", id, outcome }, deaf);
  }

  #checkIpv6({ id, tag, timeout }: Extract<EngineEffect, { kind: "check-ipv6" }>): Request {
    const { after, outcome } = this.#proxy(tag).ipv6(this.at);
    const inTime = after !== null && after <= timeout;
    const ends: EngineInput = { kind: "ipv6-ended", id, carries: inTime ? outcome : false };
    return this.#request(id, tag, "ipv6", inTime ? after : timeout, ends, false);
  }

  #request(
    id: number,
    tag: string,
    what: Request["what"],
    after: number | null,
    ends: EngineInput,
    deaf: boolean,
  ): Request {
    const endsAt = after === null ? null : this.at + after;
    return { id, tag, what, startedAt: this.at, endsAt, ends, deaf, aborted: false };
  }

  #proxy(tag: string): ProxyModel {
    return this.proxies[tag] ?? this.fail(`a request through ${tag}, which is none`);
  }
}
