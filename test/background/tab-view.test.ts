import { describe, expect, test } from "vitest";
import type { Controller } from "../../background/controller.ts";
import type { Assignment, Router } from "../../background/ports/router.ts";
import { tabView } from "../../background/tab-view.ts";
import { createEngine, stepEngine } from "../../src/engine/engine.ts";
import { modelOf } from "../../src/engine/model.ts";
import { instant } from "../../src/model/units.ts";
import { configOf } from "../engine/sample-config.ts";

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
const routerOf = (went: Assignment | null) =>
  ({ assigned: async () => went, bypasses: () => false }) as unknown as Router;
const ask = (went: Assignment | null) =>
  tabView("https://x.test/page", "", { controller, router: routerOf(went), clock: { now: () => instant(1) } });

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
});
