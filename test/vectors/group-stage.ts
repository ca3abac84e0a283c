import type { GroupInput } from "../../src/balancer/contract.ts";
import { createGroup, deadlineOf, stepGroup } from "../../src/balancer/group.ts";
import { displayedOf, planOf, resultOf, usingOf } from "../../src/balancer/shown.ts";
import type { GroupState } from "../../src/balancer/state.ts";
import { indexGroup } from "../../src/decision/group-index.ts";
import { createMemory, loadMemory, type Memory, remember, saveMemory } from "../../src/decision/memory.ts";
import { pick } from "../../src/decision/pick.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import { instant } from "../../src/model/units.ts";
import { either, list, number, object, oneOf, text } from "./check.ts";
import { type Connect, type Connection, close, flowOfConnect, readConnect } from "./group-connections.ts";
import { checkGroup } from "./group-expect.ts";
import { type GroupGiven, readGroupGiven } from "./group-given.ts";
import { createGroupTests, type GroupTests } from "./group-tests.ts";
import type { Stage } from "./play.ts";
import type { Expectation, Step, Vector } from "./vector.ts";

const flagTrue = oneOf([true] as const);
const measured = object({ t: number, op: text, member: text }, { delay: number, scope: oneOf(["single"] as const) });
const failed = object({ t: number, op: text, member: text, fail: flagTrue }, { scope: oneOf(["single"] as const) });
const result = either(failed, measured);
const cycleStart = object(
  { t: number, op: text, kind: oneOf(["first", "regular", "network"] as const) },
  { targets: list(text) },
);
const bare = object({ t: number, op: text }, {});
const ofMember = object({ t: number, op: text, member: text }, {});

/** One group, played by the real core: the balancer's steps, and the strategies' own layer of the decision. */
export class GroupStage implements Stage {
  readonly given: GroupGiven;
  readonly connections: Connection[] = [];
  readonly tests: { readonly member: string; readonly at: number }[] = [];
  state: GroupState;
  memory: Memory = createMemory();
  now = 0;
  readonly #where: string;
  readonly #monitoring: GroupTests;

  constructor(vector: Vector) {
    this.#where = vector.id;
    this.given = readGroupGiven(vector.given, `${vector.id}.given`);
    this.#monitoring = createGroupTests(this.given.setup.members.map(({ tag }) => tag));
    this.state = createGroup(this.given.setup);
    this.#input({ kind: "results", results: this.given.cached, scope: "single" }, 0);
  }

  dueAt(): number | null {
    return deadlineOf(this.state);
  }

  fire(at: number): void {
    this.#input({ kind: "timer" }, at);
  }

  step(step: Step): void {
    const where = `${this.#where} ${step.op} at ${step.t}`;
    this.now = step.t;
    switch (step.op) {
      case "start":
        bare(step, where);
        return this.#input({ kind: "start", cached: this.given.cached }, step.t);
      case "result":
        return this.#result(result(step, where));
      case "cycle_start": {
        const { kind, targets } = cycleStart(step, where);
        const all = this.given.setup.members.map(({ tag }) => tag);
        return this.#input({ kind: "cycle-started", cycle: kind, targets: targets ?? all }, step.t);
      }
      case "cycle_end":
        bare(step, where);
        return this.#input({ kind: "cycle-ended" }, step.t);
      case "connect":
        return this.#connect(readConnect(step, where));
      case "connection_failed_through_member":
        return this.#failedThrough(ofMember(step, where).member);
      case "peek":
        bare(step, where);
        return this.#peek();
      case "worker_restart":
        bare(step, where);
        return this.restart();
      default:
        throw new Error(`${where}: no such step for a group`);
    }
  }

  /** The worker is stopped and woken: everything is made again from what was saved as JSON. */
  restart(): void {
    this.state = JSON.parse(JSON.stringify(this.state));
    this.memory = loadMemory(JSON.parse(JSON.stringify(saveMemory(this.memory))));
  }

  check(expectation: Expectation): void {
    this.now = expectation.at;
    checkGroup(this, expectation, `${this.#where} at ${expectation.at}`);
  }

  #input(input: GroupInput, at: number): void {
    this.now = at;
    const { state, effects } = stepGroup(this.given.setup, this.state, input, instant(at));
    this.state = state;
    for (const effect of effects) if (effect.kind === "close") close(this.connections, effect);
  }

  #result(step: ReturnType<typeof result>): void {
    this.#mustBeMember(step.member);
    const at = { stampedAt: instant(step.t), endedAt: instant(step.t) };
    const failure: TestResult = { kind: "failed", error: { code: "refused" }, ...at };
    const delay = "delay" in step ? step.delay : undefined;
    if (delay === undefined && !("fail" in step)) throw new Error(`${this.#where}: a result without outcome`);
    const outcome: TestResult = delay === undefined ? failure : { kind: "delay", delay, cached: false, ...at };
    this.#monitoring.ended(step.member, outcome, step.t);
    const scope = step.scope === "single" || !this.state.cycle ? "single" : "cycle";
    this.#input({ kind: "results", results: { [step.member]: outcome }, scope }, step.t);
  }

  #connect(step: Connect): void {
    for (let i = 0; i < (step.count ?? 1); i++) {
      const member = step.assume_member ?? this.#place(step, i);
      this.#mustBeMember(member);
      const state = step.open_fails ? "failed" : "open";
      const own = step.origin === "internal";
      this.connections.push({ name: step.conn ?? null, at: step.t, member, own, dials: [member], state });
      if (step.open_fails) this.#failedThrough(member);
    }
  }

  #place(step: Connect, i: number): string {
    const { setup, sources } = this.given;
    const group = indexGroup(
      setup.tag,
      setup.members.map(({ tag }) => tag),
    );
    const now = instant(step.t);
    const { memory } = this;
    const flow = flowOfConnect(step, i);
    const picked = pick(planOf(setup, this.state), {
      group,
      flow,
      memory,
      draws: memory.draws,
      sources,
      homes: new WeakMap(),
      now,
    });
    if (!picked) throw new Error(`${this.#where}: the group is empty`);
    remember(memory, picked.changes, now);
    return group.members[picked.member] ?? "";
  }

  #failedThrough(member: string): void {
    this.#mustBeMember(member);
    for (const tested of this.#monitoring.connectionFailed(member, this.now)) {
      this.tests.push({ member: tested, at: this.now });
    }
  }

  #peek(): void {
    const before = JSON.stringify([this.state, saveMemory(this.memory)]);
    const { setup } = this.given;
    for (const look of [planOf, displayedOf, usingOf, resultOf]) look(setup, this.state);
    const after = JSON.stringify([this.state, saveMemory(this.memory)]);
    if (after !== before) throw new Error(`${this.#where}: looking changed the state`);
  }

  #mustBeMember(tag: string): void {
    if (this.given.setup.members.every((member) => member.tag !== tag))
      throw new Error(`${this.#where}: no member ${tag}`);
  }
}
