import type { Request } from "../src/decision/contract.ts";
import { explain } from "../src/decision/explain.ts";
import { createMemory } from "../src/decision/memory.ts";
import { prepare } from "../src/decision/prepare.ts";
import { siteOf } from "../src/decision/site-of.ts";
import { factsFor } from "../src/engine/facts.ts";
import { baseOf, plansOf } from "../src/engine/snapshot.ts";
import { DIRECT, type Tag } from "../src/model/outbound.ts";
import type { Instant } from "../src/model/units.ts";
import type { TabView } from "../src/protocol/view.ts";
import { isLoopback } from "../src/routing/loopback.ts";
import { parseOrigin } from "../src/routing/origin.ts";
import type { Controller } from "./controller.ts";
import type { Router } from "./ports/router.ts";

/** Who serves an address: how its requests went, as the router knows; where none went yet, how the next would go. */
export async function tabView(url: string, controller: Controller, router: Router, now: Instant): Promise<TabView> {
  const at = parseOrigin(url);
  const { core } = controller;
  const idle: TabView = { host: at?.host ?? "", outbound: null, via: [], rule: null, site: null, seen: false, why: [] };
  if (!at || controller.mode === "system" || isLoopback(at.host)) return idle;
  if (controller.mode === "direct") return { ...idle, outbound: DIRECT };
  if (!core) return idle;
  const site = siteOf(at.host);
  const went = await router.assigned(`${at.scheme}://${at.host}:${at.port}`);
  const { model, state } = core;
  const factsOf = (group: Tag) => factsFor(model, state, group);
  if (went) {
    const { outbound, via, rule } = went;
    const why = via.map((group, i) => ({ group, member: via[i + 1] ?? outbound, how: null, facts: factsOf(group) }));
    return { host: at.host, outbound, via, rule, site, seen: true, why };
  }
  const request: Request = { ...at, container: "" };
  const index = prepare(baseOf(model, state, controller.beside));
  const would = explain(index, plansOf(model, state), createMemory(), request, now, factsOf);
  const via = would.steps.map(({ group }) => group);
  const why = would.steps.map(({ group, member, how, facts }) => ({ group, member, how, facts }));
  return { host: at.host, outbound: would.outbound, via, rule: would.rule, site, seen: false, why };
}
