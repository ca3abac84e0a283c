import { createMemory, loadMemory, type Memory, saveMemory } from "../../src/decision/memory.ts";
import type { EngineInput } from "../../src/engine/contract.ts";
import { configure, deadlineOf, stepEngine } from "../../src/engine/engine.ts";
import { type Model, modelOf } from "../../src/engine/model.ts";
import { plansOf } from "../../src/engine/snapshot.ts";
import type { EngineState } from "../../src/engine/state.ts";
import { viewOf } from "../../src/engine/view.ts";
import { instant, ms } from "../../src/model/units.ts";
import { AROUND } from "../engine/around.ts";
import type { Stage } from "./play.ts";
import { closeWays, placed, type Way } from "./run-monitoring-connections.ts";
import { checkMonitoring } from "./run-monitoring-expect.ts";
import { readMonitoringGiven, settingsOf } from "./run-monitoring-given.ts";
import { createProber, outcomeOf, type Prober } from "./run-monitoring-prober.ts";
import { emptyRecord, type Happened, type MonitoringRecord, recordAsk, recordStep } from "./run-monitoring-record.ts";
import { type MonitoringStep, readMonitoringStep } from "./run-monitoring-steps.ts";
import type { Expectation, Step, Vector } from "./vector.ts";

type Of<Op extends MonitoringStep["op"]> = Extract<MonitoringStep, { op: Op }>["step"];

/** The real core with all its groups; its requests go to a prober that follows the vector. */
export class MonitoringStage implements Stage {
  readonly connections: Way[] = [];
  readonly prober: Prober;
  model: Model;
  state: EngineState;
  record: MonitoringRecord;
  now = 0;
  #lookups: readonly { readonly id: number; readonly tag: string }[] = [];
  #memory: Memory = createMemory();
  readonly #where: string;

  constructor(vector: Vector) {
    this.#where = vector.id;
    const { model, state, notReady, answers, ignoring } = readMonitoringGiven(vector.given, `${vector.id}.given`);
    this.model = model;
    this.state = state;
    this.prober = createProber(answers, ignoring);
    this.record = emptyRecord(state);
    for (const tag of notReady) this.#input({ kind: "ready", tag, ready: false });
  }

  dueAt(): number | null {
    const moments = [deadlineOf(this.state), this.prober.dueAt()].filter((at) => at !== null);
    return moments.length === 0 ? null : Math.min(...moments);
  }

  fire(at: number): void {
    this.now = Math.max(this.now, at);
    const ended = this.prober.ended(at);
    this.#input(ended ? { kind: "attempt-ended", ...ended } : { kind: "timer" });
  }

  step(step: Step): void {
    this.now = step.t;
    this.#take(readMonitoringStep(step, this.#place(step.op)));
  }

  check(expectation: Expectation): void {
    this.now = expectation.at;
    checkMonitoring(this, expectation, `${this.#where} at ${expectation.at}`);
  }

  /** What is kept is plain JSON. */
  save(): void {
    this.state = JSON.parse(JSON.stringify(this.state));
    this.#memory = loadMemory(JSON.parse(JSON.stringify(saveMemory(this.#memory))));
  }

  #take({ op, step }: MonitoringStep): void {
    switch (op) {
      case "start":
        return this.#input({ kind: "start" });
      case "cycle_start":
        return this.#input({ kind: "run-cycle" });
      case "attempt_answers":
        return this.#answer(step);
      case "attempt_fails":
        return this.#fail(step.member, step.error ?? "refused");
      case "user_test":
        this.#mustBeOutbound(step.member);
        this.record = recordAsk(this.record, step.member, this.now);
        return this.#input({ kind: "ask", tags: [step.member] });
      case "connection_failed_through_member":
        this.#mustBeOutbound(step.member);
        return this.#input({ kind: "connection-failed", tag: step.member });
      case "head_came":
        this.#mustBeOutbound(step.member);
        return this.#input({ kind: "head-came", tag: step.member });
      case "network_state":
        return this.#input({ kind: "online", online: step.online });
      case "traffic":
        return this.#input({ kind: "traffic" });
      case "set_ready":
        this.#mustBeOutbound(step.member);
        return this.#input({ kind: "ready", tag: step.member, ready: true });
      case "network_change":
        return this.#networkChange(step.breaks_running_tests ?? false);
      case "select":
        if (!this.model.groupOf.get(step.group)?.members.includes(step.member))
          throw new Error(`${this.#place(op)}: ${step.group} has no member ${step.member}`);
        return this.#input({ kind: "pick", group: step.group, member: step.member });
      case "ip_lookup_result":
        return this.#endLookup(step);
      case "load_config":
        return this.#configure(step.value);
      case "worker_restart":
        return this.#restart();
      case "peek":
        return this.#peek();
      case "connect":
        return this.#connect(step);
    }
  }

  #input(input: EngineInput): void {
    this.#happened(stepEngine(this.model, this.state, input, instant(this.now)));
  }

  #happened(happened: Happened): void {
    this.state = happened.state;
    this.record = recordStep(this.record, happened, this.now);
    for (const effect of happened.effects) {
      if (effect.kind === "attempt") this.prober.send(effect, this.now);
      if (effect.kind === "abort-attempt") this.prober.abort(effect.id);
      if (effect.kind === "look-up") this.#lookups = [...this.#lookups, effect];
      if (effect.kind === "abort-look-up") this.#lookups = this.#lookups.filter(({ id }) => id !== effect.id);
      if (effect.kind === "close") closeWays(this.connections, effect);
    }
  }

  #answer({ member, ...answer }: Of<"attempt_answers">): void {
    const { id, startedAt } = this.#request(member);
    this.#input({ kind: "attempt-ended", id, outcome: outcomeOf(answer, this.now - startedAt) });
  }

  #fail(tag: string, code: NonNullable<Of<"attempt_fails">["error"]>): void {
    const { id } = this.#request(tag);
    this.#input({ kind: "attempt-ended", id, outcome: { kind: "failed", error: { code } } });
  }

  #request(tag: string): { readonly id: number; readonly startedAt: number } {
    const request = this.prober.take(tag);
    if (!request) throw new Error(`${this.#where} at ${this.now}: no test request of ${tag} runs`);
    return request;
  }

  #networkChange(breaks: boolean): void {
    const broken = breaks ? this.prober.breakable() : [];
    this.#input({ kind: "network-changed" });
    for (const tag of broken) this.#fail(tag, "reset");
  }

  #endLookup({ member, ok, ip, country, took }: Of<"ip_lookup_result">): void {
    const lookup = this.#lookups.find(({ tag }) => tag === member);
    if (!lookup) throw new Error(`${this.#where} at ${this.now}: no look-up of ${member} runs`);
    if (ok && (ip === undefined || took === undefined)) throw new Error(`${this.#where}: a look-up without ip or took`);
    this.#lookups = this.#lookups.filter((one) => one !== lookup);
    const exit = { ip: ip ?? "", ...(country === undefined ? {} : { country }) };
    const outcome = ok ? ({ kind: "found", exit, took: ms(took ?? 0) } as const) : ({ kind: "none" } as const);
    this.#input({ kind: "lookup-ended", id: lookup.id, outcome });
  }

  #configure(written: unknown): void {
    const monitoring = settingsOf(written, this.#place("load_config"));
    const model = modelOf({ ...this.model.config, monitoring });
    const { state, effects } = configure(model, this, instant(this.now));
    this.model = model;
    this.#happened({ state, effects, news: { cycles: [], updated: [] } });
  }

  /** The requests under way are gone with the worker; all that is left was saved as JSON. */
  #restart(): void {
    this.prober.abortAll();
    this.#lookups = [];
    this.save();
    this.#input({ kind: "woken" });
  }

  #peek(): void {
    const before = JSON.stringify(this.state);
    viewOf({ model: this.model, state: this.state }, instant(this.now), AROUND);
    plansOf(this.model, this.state);
    if (JSON.stringify(this.state) !== before) throw new Error(`${this.#where}: looking changed the state`);
  }

  #connect(step: Of<"connect">): void {
    const [only, ...others] = this.model.groups;
    const group = step.group ?? (others.length === 0 ? only?.tag : undefined);
    if (group === undefined) throw new Error(`${this.#place("connect")}: which group?`);
    for (let i = 0; i < (step.count ?? 1); i++) {
      const way = placed(this.model, this.state, this.#memory, group, step, i);
      this.connections.push(way);
      if (!way.own) {
        this.#input({ kind: "traffic", tag: way.proxy });
        this.#input({ kind: "connection-asked", chain: [...way.path.map((one) => one.group), way.proxy] });
      }
      if (step.open_fails) this.#input({ kind: "connection-failed", tag: way.proxy });
    }
  }

  #mustBeOutbound(tag: string): void {
    if (!this.model.proxyOf.has(tag)) throw new Error(`${this.#where} at ${this.now}: no outbound ${tag}`);
  }

  #place(op: string): string {
    return `${this.#where} ${op} at ${this.now}`;
  }
}
