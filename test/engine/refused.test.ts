import { expect, test } from "vitest";
import { resultFor, takersOfGroup } from "../../src/engine/leads.ts";
import { viewOf } from "../../src/engine/view.ts";
import { instant } from "../../src/model/units.ts";
import { config, group, proxy, selector } from "../config/support/shapes.ts";
import { loaded } from "../config/support/ways.ts";
import { AROUND } from "./around.ts";
import { SimulatedShell } from "./simulated-shell.ts";

const BROKEN = proxy({ tag: "x", server_port: 0 });
const answers = (delay: number) => ({ kind: "ends", after: delay, outcome: { kind: "delay", delay } }) as const;

/** Tested once: `a` answers in 50 ms, `b` in 90. */
function tested(outbounds: object[], picks: Readonly<Record<string, string>> = {}): SimulatedShell {
  const stored = loaded(config([proxy(), proxy({ tag: "b", server: "192.0.2.2" }), BROKEN, ...outbounds]));
  const shell = new SimulatedShell(stored.config, { a: answers(50), b: answers(90) });
  shell.input({ kind: "start" });
  for (const [group, member] of Object.entries(picks)) shell.input({ kind: "pick", group, member });
  shell.until(10_000);
  return shell;
}

const usedBy = ({ model, state }: SimulatedShell, tag: string): readonly string[] => {
  const found = model.groupOf.get(tag);
  return found ? takersOfGroup(state, found) : [];
};

const INNER = selector("s", ["x", "a"]);
const OUTER = group({ outbounds: ["s", "b"], strategy: "lowest-delay" });

test("B2, B20 · a selector left at what cannot be used is dead to the balancer around it", () => {
  const shell = tested([INNER, OUTER]);
  expect(resultFor(shell.model, shell.state, "s")).toBeNull();
  expect(usedBy(shell, "g")).toEqual(["b"]);
});

test("B2 · nor is one alive that leads there by another selector", () => {
  const shell = tested([INNER, selector("t", ["s", "a"]), group({ outbounds: ["t", "b"], strategy: "lowest-delay" })]);
  expect(usedBy(shell, "g")).toEqual(["b"]);
});

test("M2 · picked away from it, it serves by what was picked", () => {
  const shell = tested([INNER, OUTER], { s: "a" });
  expect(resultFor(shell.model, shell.state, "s")).toMatchObject({ delay: 50 });
  expect(usedBy(shell, "g")).toEqual(["s"]);
});

test("B1 · what cannot be used is no member of a balancer, is not tested, and is shown as what it is", () => {
  const shell = tested([group({ outbounds: ["x", "a"] }), INNER]);
  expect(usedBy(shell, "g")).toEqual(["a"]);
  const view = viewOf(shell, instant(0), AROUND);
  expect(view.members.map(({ tag }) => tag)).toEqual(["a", "b"]);
  expect(view.plain).toEqual({ direct: "direct", block: "block", x: "refused" });
  expect(view.groups.find(({ tag }) => tag === "s")).toMatchObject({ selected: "x", members: ["x", "a"] });
});
