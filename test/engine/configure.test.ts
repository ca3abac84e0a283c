import { describe, expect, test } from "vitest";
import { configure } from "../../src/engine/engine.ts";
import { modelOf } from "../../src/engine/model.ts";
import { plansOf } from "../../src/engine/snapshot.ts";
import type { Config } from "../../src/model/config.ts";
import { instant } from "../../src/model/units.ts";
import { configOf } from "./sample-config.ts";
import { type Behaviour, SimulatedShell } from "./simulated-shell.ts";

const answers = (delay: number): Behaviour => ({ kind: "ends", after: delay, outcome: { kind: "delay", delay } });
const deaf: Behaviour = { kind: "deaf" };

const GROUP = { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" };
const AT = (server_port: number) => ({ server_port });
const BEFORE = { a: AT(1), b: AT(2) };

/** Plays the first ten seconds with one configuration, then goes on with another. */
function reconfigured(
  after: Config,
  behaviours: Readonly<Record<string, Behaviour>>,
  before = configOf(BEFORE, [GROUP]),
) {
  const first = new SimulatedShell(before, behaviours);
  first.input({ kind: "start" });
  first.until(10_000);
  const then = new SimulatedShell(after, behaviours);
  const { state, effects } = configure(modelOf(after), first, instant(10_000));
  then.state = state;
  then.now = 10_000;
  then.attempts = first.attempts.filter(
    ({ id }) => !effects.some((one) => one.kind === "abort-attempt" && one.id === id),
  );
  then.lookUps = first.lookUps;
  return { first, then, effects };
}

const BOTH = { a: answers(100), b: answers(200) };

describe("a changed configuration keeps what is the same", () => {
  test("proxies with the same tag and address keep their results, exits and marks", () => {
    const { first, then } = reconfigured(configOf({ b: AT(2), a: AT(1) }), BOTH);
    expect(then.state.monitoring.results).toEqual(first.state.monitoring.results);
    expect(then.state.monitoring.exits).toEqual(first.state.monitoring.exits);
  });

  test("a proxy at another address, or through another detour, starts from nothing and is tested at once", () => {
    const relay = { ...AT(2), server: "127.0.0.1" };
    const after = configOf({ a: AT(9), b: { ...relay, detour: "a" } }, [GROUP]);
    const { then } = reconfigured(after, BOTH, configOf({ a: AT(1), b: relay }, [GROUP]));
    expect(then.state.monitoring.results).toEqual({});
    then.input({ kind: "timer" });
    expect(then.attempts.map(({ tag }) => tag)).toEqual(["a"]);
    then.until(11_000);
    expect(Object.keys(then.state.monitoring.results)).toEqual(["a", "b"]);
  });

  test.each([
    ["another", { username: "u", password: "new" }],
    ["none any more", {}],
  ])("a proxy under another account (%s) starts from nothing and is tested at once", (_, account) => {
    const before = configOf({ a: { ...AT(1), username: "u", password: "old" }, b: AT(2) }, [GROUP]);
    const { first, then } = reconfigured(configOf({ a: { ...AT(1), ...account }, b: AT(2) }, [GROUP]), BOTH, before);
    expect(JSON.stringify(first.state)).not.toContain("old");
    expect(Object.keys(then.state.monitoring.results)).toEqual(["b"]);
    then.input({ kind: "timer" });
    expect(then.attempts.map(({ tag }) => tag)).toContain("a");
  });

  test("a group that is the same keeps its state, its stay included", () => {
    const { first, then } = reconfigured(configOf({ ...BEFORE, c: AT(3) }, [GROUP]), BOTH);
    expect(then.state.groups.g).toEqual(first.state.groups.g);
  });

  test.each<[string, Config]>([
    ["other options", configOf(BEFORE, [{ ...GROUP, tolerance: 1 }])],
    ["other members", configOf(BEFORE, [{ ...GROUP, outbounds: ["b", "a"] }])],
    ["another strategy", configOf(BEFORE, [{ ...GROUP, strategy: "pool", pool: 1 }])],
  ])("a group with %s begins anew, with all that this run knows", (_, after) => {
    const { then } = reconfigured(after, BOTH);
    const members = then.model.groupOf.get("g")?.members ?? [];
    const plan = plansOf(then.model, then.state).g;
    const member = plan?.kind === "pool" ? plan.slots[0]?.member : plan?.kind === "one" ? plan.member : undefined;
    expect(members[member ?? -1]).toBe("a");
    expect(then.state.groups.g?.known.map((known) => known?.kind === "delay" && known.delay)).toEqual(
      members.map((tag) => (tag === "a" ? 100 : 200)),
    );
  });

  test("a new group around an unchanged one is told its result", () => {
    const outer = { type: "balancer", tag: "outer", outbounds: ["g"] };
    const { then } = reconfigured(configOf(BEFORE, [GROUP, outer]), BOTH);
    expect(then.state.groups.outer?.known).toMatchObject([{ kind: "delay", delay: 100 }]);
  });

  test("B15 · the cycle after the change is not held for a new group, and is for one that was there", () => {
    const turns = (tag: string, outbounds: string[]) => ({ type: "balancer", tag, outbounds });
    const before = configOf({ ...BEFORE, c: AT(3) }, [turns("old", ["a", "c"])]);
    const after = configOf({ ...BEFORE, c: AT(3), d: AT(4), e: AT(5) }, [
      turns("old", ["a", "c"]),
      turns("new", ["a", "d"]),
    ]);
    const { then } = reconfigured(after, { ...BOTH, c: answers(9_000), d: answers(50), e: deaf }, before);
    then.input({ kind: "timer" });
    then.until(11_000);
    expect(then.state.monitoring.cycle?.kind).toBe("regular");
    expect(then.state.groups.old?.cycle?.kind).toBe("regular");
    expect(plansOf(then.model, then.state).new).toEqual({ kind: "turns", order: [1, 0] });
    then.until(60_000);
    then.input({ kind: "run-cycle" });
    expect(then.state.groups.new).toMatchObject({ cycle: { kind: "regular" }, joined: false });
  });

  test("B15 · a new group sees the cycle that runs through", () => {
    const slow = { ...BOTH, b: answers(15_000) };
    const limit = { url_test_timeout: "60s" };
    const after = configOf(BEFORE, [{ ...GROUP, tolerance: 1 }], limit);
    const { then } = reconfigured(after, slow, configOf(BEFORE, [GROUP], limit));
    expect(then.state.groups.g).toMatchObject({ cycle: { kind: "first", tested: [] }, joined: true });
    then.until(16_000);
    expect(then.state.groups.g).toMatchObject({ cycleEnded: true, joined: false });
  });

  test("M2 · a selector with another default is another result for the group around it", () => {
    const groups = (first: string) => [
      { type: "selector", tag: "s", outbounds: ["a", "b"], default: first },
      { type: "balancer", tag: "outer", outbounds: ["s"] },
    ];
    const { then } = reconfigured(configOf(BEFORE, groups("b")), BOTH, configOf(BEFORE, groups("a")));
    expect(then.state.groups.outer?.known).toMatchObject([{ delay: 200 }]);
  });

  test("a pick that is no member any more gives way to the default", () => {
    const select = (outbounds: string[]) => ({ type: "selector", tag: "s", outbounds });
    const before = configOf(BEFORE, [select(["a", "b"])]);
    const shell = new SimulatedShell(before, BOTH);
    shell.input({ kind: "start" });
    shell.input({ kind: "pick", group: "s", member: "b" });
    const model = modelOf(configOf(BEFORE, [select(["a"])]));
    const { state } = configure(model, shell, instant(1));
    expect(plansOf(model, state).s).toEqual({ kind: "one", member: 0 });
  });
});

describe("requests of what is gone end", () => {
  test("its test is aborted and holds neither worker nor cycle", () => {
    const before = configOf(BEFORE, [], { url_test_timeout: "60s" });
    const after = configOf({ a: AT(1) }, [], { url_test_timeout: "60s" });
    const { first, then, effects } = reconfigured(after, { a: answers(100), b: deaf }, before);
    expect(first.state.monitoring.cycle).not.toBeNull();
    expect(effects).toEqual(first.attempts.map(({ id }) => ({ kind: "abort-attempt", id })));
    then.input({ kind: "timer" });
    expect(then.attempts).toEqual([]);
    expect(Object.keys(then.state.monitoring.tests)).toEqual([]);
  });

  test("a test asked for that is gone counts as done", () => {
    const shell = new SimulatedShell(configOf(BEFORE), { a: answers(100), b: deaf });
    shell.input({ kind: "ask", tags: ["a", "b"] });
    shell.until(200);
    expect(shell.state.monitoring.asked).toEqual({ done: 1, total: 2 });
    const { state } = configure(modelOf(configOf({ a: AT(1) })), shell, instant(200));
    expect(state.monitoring.asked).toEqual({ done: 2, total: 2 });
  });
});

test("what is new while a cycle runs is tested by that cycle", () => {
  const before = configOf(BEFORE, [], { workers: 1, url_test_timeout: "60s" });
  const after = configOf({ ...BEFORE, c: AT(3) }, [], { workers: 1, url_test_timeout: "60s" });
  const { then } = reconfigured(after, { a: answers(100), b: answers(15_000), c: answers(50) }, before);
  then.until(16_000);
  expect(then.state.monitoring.results).toMatchObject({ b: { delay: 15_000 }, c: { delay: 50, stampedAt: 0 } });
});

test("M7 · whoever edits is here: an idle monitoring tests what is new", () => {
  const shell = new SimulatedShell(configOf(BEFORE), { ...BOTH, c: answers(50) });
  shell.input({ kind: "start" });
  shell.until(2_000_000);
  expect(shell.state.monitoring.idle).toBe(true);
  const after = configOf({ ...BEFORE, c: AT(3) });
  const then = new SimulatedShell(after, shell.behaviours);
  then.now = 2_000_000;
  then.state = configure(modelOf(after), shell, instant(2_000_000)).state;
  then.input({ kind: "timer" });
  then.until(2_001_000);
  expect(then.state.monitoring.results.c).toMatchObject({ delay: 50 });
});

test("M19 · other addresses begin with the first; the same ones go on with the one that worked", () => {
  const urls = ["https://one.example/x", "https://two.example/x"];
  const refused: Behaviour = { kind: "ends", after: 10, outcome: { kind: "failed", error: { code: "refused" } } };
  const before = configOf(BEFORE, [], { urls: [...urls, "https://three.example/x"] });
  const shell = new SimulatedShell(before, { a: refused, b: deaf });
  shell.input({ kind: "start" });
  shell.until(18_000);
  expect(shell.state.monitoring.urlIndex).toBe(1);
  const go = (config: Config): number => configure(modelOf(config), shell, instant(18_000)).state.monitoring.urlIndex;
  expect(go(before)).toBe(1);
  expect(go(configOf(BEFORE, [], { urls }))).toBe(0);
});

test.each([
  ["M3 · the exits", "look_up_exits", "look-up", "lookups"],
  ["M24 · IPv6", "verify_ipv6", "ipv6", "ipv6Checks"],
] as const)(
  "%s need not be known any more: what is under way ends, and nobody else is asked",
  (_, field, what, under) => {
    const proxies = { a: AT(1), b: AT(2), c: AT(3) };
    const asking = (does: boolean) => configOf(proxies, [], { [field]: does, workers: 1 });
    const shell = new SimulatedShell(asking(true), { a: answers(10), b: answers(10), c: answers(10) });
    shell.input({ kind: "start" });
    shell.until(100);
    const running = Object.keys(shell.state.monitoring[under]);
    expect(running).toHaveLength(1);
    const { state, effects } = configure(modelOf(asking(false)), shell, instant(100));
    expect(effects).toEqual([{ kind: `abort-${what}`, id: Number(running[0]) }]);
    const { lookups, lookupQueue, ipv6Checks, ipv6Queue } = state.monitoring;
    const left = field === "look_up_exits" ? [lookups, lookupQueue] : [ipv6Checks, ipv6Queue];
    expect(left).toEqual([{}, []]);
  },
);
