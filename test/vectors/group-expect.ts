import { expect } from "vitest";
import { effectiveDelay, type Network } from "../../src/balancer/delay-model.ts";
import { displayedOf, planOf, resultOf } from "../../src/balancer/shown.ts";
import { type View, viewOf } from "../../src/balancer/view.ts";
import { isExpired } from "../../src/decision/memory.ts";
import { siteKey } from "../../src/decision/site-key.ts";
import type { Plan } from "../../src/model/plan.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import { instant } from "../../src/model/units.ts";
import { type Check, flag, list, map, nullable, number, oneOf, text } from "./check.ts";
import { type Connection, destination } from "./group-connections.ts";
import type { GroupStage } from "./group-stage.ts";
import type { Expectation } from "./vector.ts";

interface Scene {
  readonly stage: GroupStage;
  readonly entry: Expectation;
  /** For the network of this entry. */
  readonly view: View;
  readonly where: string;
}

type Look = (value: unknown, scene: Scene) => void;

/** A key whose value is read by `check` and compared by `compare`. */
const key =
  <T>(check: Check<T>, compare: (expected: T, scene: Scene) => void): Look =>
  (value, scene) =>
    compare(check(value, scene.where), scene);

/** A key that only narrows another one of the same entry. */
const narrows =
  (check: Check<unknown>, ...others: string[]): Look =>
  (value, { entry, where }) => {
    check(value, where);
    if (!others.some((other) => other in entry)) throw new Error(`${where}: needs one of ${others}`);
  };

const tag = (view: View, member: number): string => view.setup.members[member]?.tag ?? `no member ${member}`;
const tags = (view: View, members: readonly number[]): string[] => members.map((member) => tag(view, member));
const set = (values: readonly string[]): string[] => [...new Set(values)].sort();

function ofMembers<T>(expected: Readonly<Record<string, T>>, scene: Scene, read: (member: number) => T): void {
  const actual = Object.keys(expected).map((name) => {
    const member = scene.view.setup.members.findIndex((one) => one.tag === name);
    if (member < 0) throw new Error(`${scene.where}: no member ${name}`);
    return [name, read(member)];
  });
  expect(Object.fromEntries(actual), scene.where).toEqual(expected);
}

function planAs<K extends Plan["kind"]>(
  { stage, where }: Scene,
  kind: K,
  network: Network,
): Extract<Plan, { kind: K }> {
  const plan = planOf(stage.given.setup, stage.state, network);
  if (plan.kind !== kind) throw new Error(`${where}: expected a plan of kind ${kind}, got ${plan.kind}`);
  return plan as Extract<Plan, { kind: K }>;
}

const selected = (scene: Scene, network: Network): string => tag(scene.view, planAs(scene, "one", network).member);

function connection({ stage, where }: Scene, name: string): Connection {
  const found = stage.connections.find((one) => one.name === name);
  if (!found) throw new Error(`${where}: no connection ${name}`);
  return found;
}

const since = ({ entry, where }: Scene, name: string): number =>
  entry[name] === undefined ? 0 : number(entry[name], where);

const placed = ({ stage }: Scene, member: string, from: number): number =>
  stage.connections.filter((one) => one.member === member && one.at >= from).length;

const tested = (scene: Scene, from = 0): string[] =>
  scene.stage.tests.filter(({ at }) => at >= from).map(({ member }) => member);

function shownDelay({ stage }: Scene): number | null {
  const result = resultOf(stage.given.setup, stage.state);
  return result?.kind === "delay" && !result.cached ? result.delay : null;
}

function remembered({ stage }: Scene): number {
  const { setup } = stage.given;
  const keys = (stage.memory.sticky.get(setup.tag)?.entries() ?? []).map(([, kept]) => kept);
  return keys.filter((kept) => !isExpired(kept, setup.options.ttl, instant(stage.now))).length;
}

function stateOf(known: TestResult | null): string {
  if (known === null) return "untested";
  return known.kind === "failed" ? "failed" : known.cached ? "cached" : "works";
}

const keyOf = (dest: string): string => siteKey(destination(dest).host);

const STATES = ["untested", "cached", "works", "failed"] as const;

/** Every key a group vector may expect (vectors.md), and how it is looked at. */
const LOOKS: Readonly<Record<string, Look>> = {
  network: narrows(oneOf(["tcp", "udp"] as const), "eligible", "effective", "acceptable_delay", "alive"),
  eligible: key(list(text), (expected, { view, where }) => expect(tags(view, view.eligible), where).toEqual(expected)),
  effective: key(map(number), (expected, scene) =>
    ofMembers(expected, scene, (member) => effectiveDelay(scene.view.known[member] ?? null)),
  ),
  acceptable_delay: key(number, (expected, { view, where }) => expect(view.acceptable, where).toBe(expected)),
  alive: key(list(text), (expected, { view, where }) => expect(tags(view, view.alive), where).toEqual(expected)),
  selected: key(text, (expected, scene) => expect(selected(scene, "tcp"), scene.where).toBe(expected)),
  selected_udp: key(text, (expected, scene) => expect(selected(scene, "udp"), scene.where).toBe(expected)),
  displayed: key(text, (expected, { stage, where }) =>
    expect(displayedOf(stage.given.setup, stage.state), where).toBe(expected),
  ),
  shown_delay: key(nullable(number), (expected, scene) => expect(shownDelay(scene), scene.where).toBe(expected)),
  slot_count: key(number, (expected, scene) =>
    expect(planAs(scene, "pool", "tcp").slots, scene.where).toHaveLength(expected),
  ),
  slot_members: key(list(text), (expected, scene) => {
    const holders = planAs(scene, "pool", "tcp").slots.map(({ member }) => member);
    expect(tags(scene.view, holders), scene.where).toEqual(expected);
  }),
  remembered: key(number, (expected, scene) => expect(remembered(scene), scene.where).toBe(expected)),
  draws: key(number, (expected, { stage, where }) => expect(stage.memory.draws, where).toBe(expected)),

  counts: key(map(number), (expected, scene) =>
    ofMembers(expected, scene, (member) => placed(scene, tag(scene.view, member), since(scene, "counts_since"))),
  ),
  counts_since: narrows(number, "counts"),
  cyclic_order: key(list(text), (expected, { stage, where }) => {
    const order = stage.connections.map(({ member }) => member);
    const first = Math.max(0, expected.indexOf(order[0] ?? ""));
    expect(order, where).toEqual(order.map((_, i) => expected[(first + i) % expected.length]));
  }),
  members_used: key(list(text), (expected, { stage, where }) =>
    expect(set(stage.connections.map(({ member }) => member)), where).toEqual(set(expected)),
  ),
  member_of: key(map(text), (expected, scene) => {
    const actual = Object.keys(expected).map((name) => [name, connection(scene, name).member]);
    expect(Object.fromEntries(actual), scene.where).toEqual(expected);
  }),
  member_one_of: key(map(list(text)), (expected, scene) => {
    for (const [name, some] of Object.entries(expected)) {
      expect(some, `${scene.where} ${name}`).toContain(connection(scene, name).member);
    }
  }),
  same_member: key(list(text), (expected, scene) => {
    expect(set(expected.map((name) => connection(scene, name).member)), scene.where).toHaveLength(1);
  }),
  closed: key(list(text), (expected, { stage, where }) => {
    const closed = stage.connections.filter((one) => one.state === "closed" && one.name !== null);
    expect(set(closed.map(({ name }) => name ?? "")), where).toEqual(set(expected));
  }),
  open: key(list(text), (expected, scene) => {
    for (const name of expected) expect(connection(scene, name).state, `${scene.where} ${name}`).toBe("open");
  }),
  dials: key(map(list(text)), (expected, scene) => {
    for (const [name, members] of Object.entries(expected)) {
      expect(connection(scene, name).dials, `${scene.where} ${name}`).toEqual(members);
    }
  }),
  connection_error: key(text, (expected, scene) =>
    expect(connection(scene, expected).state, scene.where).toBe("failed"),
  ),
  key_of: key(text, (expected, { entry, where }) => expect(keyOf(expected), where).toBe(text(entry.key, where))),
  key: narrows(text, "key_of"),
  same_key: key(list(text), (expected, { where }) => expect(set(expected.map(keyOf)), where).toHaveLength(1)),
  different_key: key(list(text), (expected, { where }) =>
    expect(set(expected.map(keyOf)), where).toHaveLength(expected.length),
  ),

  tests_started: key(list(text), (expected, scene) =>
    expect(set(tested(scene, since(scene, "tests_started_since"))), scene.where).toEqual(set(expected)),
  ),
  tests_started_since: narrows(number, "tests_started"),
  test_order: key(list(text), (expected, scene) => expect([...new Set(tested(scene))], scene.where).toEqual(expected)),
  tests_count: key(map(number), (expected, scene) =>
    ofMembers(expected, scene, (member) => tested(scene).filter((one) => one === tag(scene.view, member)).length),
  ),

  state_of: key(map(oneOf(STATES)), (expected, scene) =>
    ofMembers<string>(expected, scene, (member) => stateOf(scene.view.known[member] ?? null)),
  ),
  delay_of: key(map(nullable(number)), (expected, scene) =>
    ofMembers(expected, scene, (member) => {
      const known = scene.view.known[member];
      return known?.kind === "delay" ? known.delay : null;
    }),
  ),
  delay_from_cache: key(map(flag), (expected, scene) =>
    ofMembers(expected, scene, (member) => {
      const known = scene.view.known[member];
      return known?.kind === "delay" && known.cached;
    }),
  ),
};

/** Checks one entry of `expect`, every key of it; a key that is not known fails. */
export function checkGroup(stage: GroupStage, entry: Expectation, where: string): void {
  const network: Network = entry.network === "udp" ? "udp" : "tcp";
  const view = viewOf(stage.given.setup, stage.state, network);
  for (const [name, value] of Object.entries(entry)) {
    if (name === "at") continue;
    const look = Object.hasOwn(LOOKS, name) ? LOOKS[name] : undefined;
    if (!look) throw new Error(`${where}: no such expectation of a group: ${name}`);
    look(value, { stage, entry, view, where: `${where}: ${name}` });
  }
}
