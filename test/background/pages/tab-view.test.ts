import { describe, expect, test } from "vitest";
import { tabView } from "../../../background/pages/tab-view.ts";
import type { Assignment, Router } from "../../../background/ports/router.ts";
import type { Controller } from "../../../background/run/controller.ts";
import { createEngine, stepEngine } from "../../../src/engine/engine.ts";
import { modelOf } from "../../../src/engine/model.ts";
import { instant } from "../../../src/model/units.ts";
import type { WhyUnrouted } from "../../../src/protocol/unrouted.ts";
import type { Mode } from "../../../src/protocol/view.ts";
import { configOf } from "../../engine/sample-config.ts";

const config = configOf({ a: {}, b: {} }, [
  { type: "selector", tag: "select", outbounds: ["fastest"] },
  { type: "balancer", tag: "fastest", outbounds: ["a", "b"], strategy: "lowest-delay" },
]);
const model = modelOf({ ...config, route: { ...config.route, final: "select" } });
const { state } = stepEngine(
  model,
  createEngine(model, { results: {}, exits: {} }, {}, 1),
  { kind: "start" },
  instant(0),
);
const controller = { core: { model, state }, mode: "balanced", known: async () => {} } as unknown as Controller;
const routerOf = (went: Assignment | null, why: WhyUnrouted | null) =>
  ({ assigned: async () => went, whyUnrouted: async () => why }) as unknown as Router;
const ask = (went: Assignment | null, why: WhyUnrouted | null = null, mode: Mode = "balanced") =>
  tabView("https://x.test/page", "", {
    controller: { ...controller, mode },
    router: routerOf(went, why),
    clock: { now: () => instant(1) },
  });

describe("X5 · who serves a tab, and why", () => {
  const facts = {
    acceptable: 65_534,
    members: [{ tag: "a", state: "untested" }, { tag: "b" }],
    strategy: { kind: "lowest-delay", selected: "a", last: { why: "nobody-answers" } },
  };

  test("nothing went yet: how the next request would go, with what each group's plan rests on", async () => {
    expect(await ask(null)).toMatchObject({
      outbound: "a",
      seen: false,
      why: [
        { group: "select", member: "fastest", how: { kind: "selected" }, facts: null },
        { group: "fastest", member: "a", how: { kind: "selected" }, facts },
      ],
    });
  });

  test("a request went: its way, and what the groups on it rest on now", async () => {
    const went: Assignment = { origin: "https://x.test:443", outbound: "b", via: ["select", "fastest"], rule: null };
    expect(await ask(went)).toMatchObject({
      outbound: "b",
      seen: true,
      why: [
        { group: "select", member: "fastest", how: null, facts: null },
        { group: "fastest", member: "b", how: null, facts },
      ],
    });
  });

  test("an address that the browser sends past us names nobody, whatever went before, and no rule can be made for it", async () => {
    const went: Assignment = { origin: "https://x.test:443", outbound: "b", via: ["select", "fastest"], rule: null };
    const told = { host: "x.test", unrouted: "list", outbound: null, via: [], site: null, seen: false, why: [] };
    expect(await ask(went, "list")).toMatchObject(told);
    // What goes directly anyway goes past nothing.
    expect(await ask(went, "list", "direct")).toMatchObject({ unrouted: null, outbound: "direct" });
  });
});
