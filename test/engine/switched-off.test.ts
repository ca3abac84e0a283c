import { expect, test } from "vitest";
import { decide } from "../../src/decision/decide.ts";
import { createMemory } from "../../src/decision/memory.ts";
import { prepare } from "../../src/decision/prepare.ts";
import { createEngine, stepEngine } from "../../src/engine/engine.ts";
import { modelOf } from "../../src/engine/model.ts";
import { baseOf, plansOf } from "../../src/engine/snapshot.ts";
import type { EngineState } from "../../src/engine/state.ts";
import { instant } from "../../src/model/units.ts";
import { configOf } from "./sample-config.ts";

const OFF = { enabled: false };
const selector = (outbounds: readonly string[], more: object = {}) => ({
  type: "selector",
  tag: "s",
  outbounds,
  ...more,
});
const home = { type: "direct", tag: "home" };
const inner = { type: "selector", tag: "inner", outbounds: ["b", "direct"] };
const empty = { type: "balancer", tag: "empty", outbounds: ["b"] };

/** Where a request through the selector goes. */
function way(model: ReturnType<typeof modelOf>, state: EngineState) {
  const request = { scheme: "https", host: "x.test", port: 443, container: "" };
  const base = { ...baseOf(model, state), final: "s" };
  return decide(prepare(base), plansOf(model, state), createMemory(), request, instant(0)).outbound;
}

test.each([
  ["its first member, and direct is next", { a: OFF }, [selector(["a", "direct"])], {}, "block"],
  ["its default, and direct is first", { a: OFF }, [selector(["direct", "a"], { default: "a" })], {}, "block"],
  ["its default, and a proxy is behind direct", { a: OFF, b: {} }, [selector(["a", "direct", "b"])], {}, "b"],
  ["its pick, and direct is the default", { a: OFF }, [selector(["direct", "a"])], { s: "a" }, "block"],
  [
    "its pick, and a proxy is the default",
    { a: OFF, b: {} },
    [selector(["direct", "a", "b"], { default: "b" })],
    { s: "a" },
    "b",
  ],
  ["its first member, and a direct of another name is next", { a: OFF }, [home, selector(["a", "home"])], {}, "block"],
  [
    "its first member, and a group that may go direct is next",
    { a: OFF, b: {} },
    [inner, selector(["a", "inner"])],
    {},
    "block",
  ],
  [
    "its first member, and a group left empty is next",
    { a: OFF, b: OFF },
    [empty, selector(["a", "empty", "direct"])],
    {},
    "block",
  ],
  ["another member, and direct is first", { a: OFF, b: {} }, [selector(["direct", "a", "b"])], {}, "direct"],
  [
    "another member, and direct is the pick",
    { a: OFF, b: {} },
    [selector(["b", "a", "direct"])],
    { s: "direct" },
    "direct",
  ],
] as const)("B20 · a selector loses %s: it never goes direct for that", (_, proxies, groups, picks, expected) => {
  const model = modelOf(configOf(proxies, groups));
  expect(way(model, createEngine(model, { results: {}, exits: {} }, picks, 1))).toBe(expected);
});

test("B20 · nor when the picked proxy is taken out of the configuration; until another is picked it blocks", () => {
  const model = modelOf(configOf({ b: {} }, [selector(["direct"])]));
  const state = createEngine(model, { results: {}, exits: {} }, { s: "a" }, 1);
  expect(way(model, state)).toBe("block");
  const stepped = stepEngine(model, state, { kind: "pick", group: "s", member: "direct" }, instant(0));
  expect(way(model, stepped.state)).toBe("direct");
});
