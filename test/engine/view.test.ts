import { describe, expect, test } from "vitest";
import { baseOf, plansOf } from "../../src/engine/snapshot.ts";
import { viewOf } from "../../src/engine/view.ts";
import { instant } from "../../src/model/units.ts";
import type { GroupView, MemberView, Shown, View } from "../../src/protocol/view.ts";
import { AROUND } from "./around.ts";
import { configOf } from "./sample-config.ts";
import { type Behaviour, SimulatedShell } from "./simulated-shell.ts";

const answers = (delay: number): Behaviour => ({ kind: "ends", after: delay, outcome: { kind: "delay", delay } });
const fails = (after: number): Behaviour => ({
  kind: "ends",
  after,
  outcome: { kind: "failed", error: { code: "refused" } },
});

const look = (shell: SimulatedShell): View => viewOf(shell, instant(shell.now), AROUND);
const member = (shell: SimulatedShell, tag: string): MemberView | undefined =>
  look(shell).members.find((one) => one.tag === tag);
const group = (shell: SimulatedShell, tag: string): GroupView | undefined =>
  look(shell).groups.find((one) => one.tag === tag);
const shown = (shell: SimulatedShell, tag: string): Shown | undefined =>
  (member(shell, tag) ?? group(shell, tag))?.shown;

test("a rule that ends with the run says when its outbound is gone", () => {
  const temporary = ["direct", "block", "a", "gone"].map((outbound) => ({
    host: `${outbound}.test`,
    below: true,
    outbound,
  }));
  const shell = new SimulatedShell(configOf({ a: {} }), {});
  const shown = viewOf(shell, instant(0), { ...AROUND, temporary }).temporary;
  expect(shown.map(({ outbound, missing }) => [outbound, missing])).toEqual([
    ["direct", false],
    ["block", false],
    ["a", false],
    ["gone", true],
  ]);
});

test("without a configuration there is nothing to show", () => {
  expect(viewOf(null, instant(0), AROUND)).toEqual({
    ...AROUND,
    final: null,
    groups: [],
    members: [],
    plain: {},
    asked: null,
    offline: false,
  });
});

test("what is neither a proxy nor a group is said to be direct or to block, whatever its name", () => {
  const config = configOf({ a: {} }, [
    { type: "direct", tag: "home" },
    { type: "block", tag: "never" },
  ]);
  expect(look(new SimulatedShell(config, {})).plain).toEqual({
    direct: "direct",
    block: "block",
    home: "direct",
    never: "block",
  });
});

describe("proxies and groups", () => {
  const config = configOf(
    { a: { username: "user", password: "secret-word" }, b: { enabled: false }, c: { note: "far" } },
    [
      { type: "selector", tag: "outer", outbounds: ["inner", "b", "a"] },
      { type: "balancer", tag: "inner", outbounds: ["a", "b", "c"], strategy: "lowest-delay" },
    ],
  );

  test("come in config order, a proxy that is switched off among them", () => {
    const view = look(new SimulatedShell(config, {}));
    expect(view.members.map(({ tag, enabled }) => [tag, enabled])).toEqual([
      ["a", true],
      ["b", false],
      ["c", true],
    ]);
    expect(view.groups.map(({ tag, type, members }) => [tag, type, members])).toEqual([
      ["outer", "selector", ["inner", "b", "a"]],
      ["inner", "lowest-delay", ["a", "b", "c"]],
    ]);
    expect(view.final).toBe("a");
  });

  test("hold no account, and neither does the state", () => {
    const shell = new SimulatedShell(config, {});
    shell.input({ kind: "start" });
    expect(JSON.stringify([look(shell), shell.state])).not.toMatch(/secret-word|user/);
  });

  test("a proxy that is switched off is not tested, no member, and blocks where a rule names it", () => {
    const shell = new SimulatedShell(config, { a: answers(10), b: answers(1), c: answers(20) });
    shell.input({ kind: "start" });
    shell.until(5_000);
    expect(member(shell, "b")).toMatchObject({ shown: { kind: "untested" }, testing: false, testedAt: null });
    const { nodes } = baseOf(shell.model, shell.state);
    expect(nodes).toMatchObject({
      a: { kind: "leaf" },
      b: { kind: "block" },
      direct: { kind: "direct" },
      block: { kind: "block" },
      outer: { kind: "group", members: ["inner", "a"] },
      inner: { kind: "group", members: ["a", "c"] },
    });
    expect(plansOf(shell.model, shell.state)).toEqual({
      outer: { kind: "one", member: 0 },
      inner: { kind: "one", member: 0 },
    });
  });

  test("M2 · a group shows its selected member's result, through nesting", () => {
    const shell = new SimulatedShell(config, { a: fails(50), c: answers(700) });
    shell.input({ kind: "start" });
    shell.until(60);
    expect(group(shell, "outer")).toMatchObject({ selected: "inner", using: ["inner"], shown: { kind: "failed" } });
    shell.until(2_000);
    expect(group(shell, "inner")).toMatchObject({ selected: "c", using: ["c"], shown: { kind: "delay", delay: 700 } });
    expect(shown(shell, "outer")).toEqual({ kind: "delay", delay: 700 });
  });

  test("B20 · a group with no member left has no selection, and its plan is empty", () => {
    const off = configOf({ a: {}, b: { enabled: false } }, [{ type: "balancer", tag: "g", outbounds: ["b"] }]);
    const shell = new SimulatedShell(off, { a: answers(10) });
    shell.input({ kind: "start" });
    expect(group(shell, "g")).toMatchObject({ selected: null, using: [], shown: { kind: "untested" } });
    expect(plansOf(shell.model, shell.state)).toEqual({ g: { kind: "empty" } });
  });
});

describe("M12 · a proxy that a person tests", () => {
  const config = configOf({ a: {}, b: {} });
  const asked = (behaviour: Behaviour): SimulatedShell => {
    const shell = new SimulatedShell(config, { a: behaviour, b: answers(10) });
    shell.input({ kind: "ask", tags: ["a"] });
    return shell;
  };

  test("shows as testing, then as unavailable for now, then what it answered", () => {
    const shell = asked(answers(1_500));
    expect(member(shell, "a")).toMatchObject({ shown: { kind: "testing" }, testing: true });
    shell.until(999);
    expect(shown(shell, "a")).toEqual({ kind: "testing" });
    shell.until(1_000);
    expect(member(shell, "a")).toMatchObject({ shown: { kind: "unavailable" }, testing: true });
    shell.until(1_500);
    expect(member(shell, "a")).toMatchObject({
      shown: { kind: "delay", delay: 1_500 },
      testing: false,
      testedAt: 1_500,
    });
  });

  test("M21 · shows why it failed when all is over", () => {
    const shell = asked(fails(10));
    shell.until(500);
    expect(shown(shell, "a")).toEqual({ kind: "unavailable" });
    shell.until(4_000);
    expect(shown(shell, "a")).toEqual({ kind: "failed", error: { code: "refused" } });
  });

  test("keeps showing a failure of this run while it is tested again", () => {
    const shell = asked(fails(10));
    shell.until(4_000);
    shell.input({ kind: "ask", tags: ["a"] });
    expect(member(shell, "a")).toMatchObject({ shown: { kind: "failed" }, testing: true });
  });

  test("the progress counts, and ends with the last", () => {
    const shell = new SimulatedShell(config, { a: answers(300), b: answers(100) });
    expect(look(shell).asked).toBeNull();
    shell.input({ kind: "ask", tags: ["a", "b"] });
    expect(look(shell).asked).toEqual({ done: 0, total: 2 });
    shell.until(200);
    expect(look(shell).asked).toEqual({ done: 1, total: 2 });
    shell.until(300);
    expect(look(shell).asked).toBeNull();
  });

  test("stopped, the attempts are aborted and what was known is shown", () => {
    const shell = asked(answers(5_000));
    shell.until(2_000);
    shell.input({ kind: "stop-asked" });
    expect(shell.attempts).toEqual([]);
    expect(member(shell, "a")).toMatchObject({ shown: { kind: "untested" }, testing: false });
    expect(look(shell).asked).toBeNull();
  });

  test("stopped, a test that a failed connection waits for goes on", () => {
    const shell = asked(answers(5_000));
    shell.input({ kind: "connection-failed", tag: "a" });
    shell.input({ kind: "stop-asked" });
    shell.until(5_000);
    expect(shown(shell, "a")).toEqual({ kind: "delay", delay: 5_000 });
  });

  test("stopped between two attempts, a test that the cycle waits for is over", () => {
    const shell = asked(fails(10));
    shell.input({ kind: "run-cycle" });
    shell.until(500);
    shell.input({ kind: "stop-asked" });
    expect(shown(shell, "a")).toEqual({ kind: "failed", error: { code: "refused" } });
    shell.until(2_000);
    expect(shell.state.monitoring.cycle).toBeNull();
  });

  test("a group's name stands for all its proxies, each once", () => {
    const nested = configOf({ a: {}, b: {} }, [
      { type: "balancer", tag: "g", outbounds: ["a", "b"] },
      { type: "selector", tag: "s", outbounds: ["g", "a"] },
    ]);
    const shell = new SimulatedShell(nested, { a: answers(10), b: answers(20) });
    shell.input({ kind: "ask", tags: ["s", "g", "nobody"] });
    expect(look(shell).asked).toEqual({ done: 0, total: 2 });
    expect(shell.attempts.map(({ tag }) => tag)).toEqual(["a", "b"]);
  });
});

test("M20, LD6 · what an earlier run left is shown as cached, its exit as not confirmed", () => {
  const shell = new SimulatedShell(configOf({ a: {} }), { a: answers(40) });
  const known = { exit: { ip: "203.0.113.1", country: "NL" }, cached: true, learntAt: instant(0) };
  const result = { kind: "delay", delay: 77, cached: true, stampedAt: instant(0), endedAt: instant(0) } as const;
  shell.state = {
    ...shell.state,
    monitoring: { ...shell.state.monitoring, results: { a: result }, exits: { a: known } },
  };
  expect(member(shell, "a")).toMatchObject({ shown: { kind: "cached" }, exit: { country: "NL" }, exitCached: true });
  shell.input({ kind: "start" });
  shell.until(100);
  expect(member(shell, "a")).toMatchObject({ shown: { kind: "delay", delay: 40 }, exitCached: true });
  shell.until(1_000);
  expect(member(shell, "a")).toMatchObject({ exit: { country: "NL" }, exitCached: false });
});

test("M17 · offline is said, and a test under way makes nothing unavailable", () => {
  const behaviours = { a: answers(40) };
  const shell = new SimulatedShell(configOf({ a: {} }), behaviours);
  shell.input({ kind: "start" });
  shell.until(100);
  behaviours.a = answers(60_000);
  shell.input({ kind: "ask", tags: ["a"] });
  shell.until(200);
  shell.input({ kind: "online", online: false });
  shell.until(9_000);
  expect(look(shell).offline).toBe(true);
  expect(shown(shell, "a")).toEqual({ kind: "delay", delay: 40 });
});

test("B19 · looking changes nothing", () => {
  const shell = new SimulatedShell(
    configOf({ a: {}, b: {} }, [{ type: "balancer", tag: "g", outbounds: ["a", "b"] }]),
    {},
  );
  shell.input({ kind: "start" });
  const before = JSON.stringify(shell.state);
  look(shell);
  plansOf(shell.model, shell.state);
  baseOf(shell.model, shell.state);
  expect(JSON.stringify(shell.state)).toBe(before);
});
