import type { Request, Won } from "../../src/decision/contract.ts";
import { explain } from "../../src/decision/explain.ts";
import { createMemory } from "../../src/decision/memory.ts";
import { prepare } from "../../src/decision/prepare.ts";
import { siteOf } from "../../src/decision/site-of.ts";
import { factsFor } from "../../src/engine/facts.ts";
import { baseOf, plansOf } from "../../src/engine/snapshot.ts";
import type { Tag } from "../../src/model/outbound.ts";
import { BLOCK, DIRECT } from "../../src/model/outbound.ts";
import type { TabView } from "../../src/protocol/view.ts";
import { compilePlain } from "../../src/routing/compile-plain.ts";
import type { CompiledRules } from "../../src/routing/contract.ts";
import { readOrigin } from "../../src/routing/origin.ts";
import type { Clock } from "../ports/clock.ts";
import type { Router } from "../ports/router.ts";
import type { Controller } from "../run/controller.ts";

export interface TabViewParts {
  readonly controller: Pick<Controller, "known" | "core" | "mode" | "beside">;
  readonly router: Pick<Router, "assigned" | "whyUnrouted">;
  readonly clock: Clock;
}

/**
 * Who serves an address: how its requests went, as the router knows; where none went yet, how the next would go. May be asked
 * before the background knows again what it knew: the popup asks as it opens.
 *
 * @param container of the tab
 */
export async function tabView(
  url: string,
  container: string,
  { controller, router, clock }: TabViewParts,
): Promise<TabView> {
  const at = readOrigin(url);
  const idle: TabView = {
    host: at?.host ?? "",
    outbound: null,
    unrouted: null,
    via: [],
    rule: null,
    site: null,
    missingList: null,
    seen: false,
    why: [],
  };
  if (!at) return idle;
  // What takes its time goes on while the others are waited for.
  const asked = router.assigned(`${at.scheme}://${at.host}:${at.port}`, container);
  const looked = router.whyUnrouted(at, container);
  for (const one of [asked, looked]) one.catch(() => {}); // told below, where it matters
  const site = siteOf(at.host);
  await controller.known();
  const { core } = controller;
  if (controller.mode === "system") return idle;
  if (controller.mode === "direct") return { ...idle, outbound: DIRECT };
  const unrouted = await looked;
  if (unrouted) return { ...idle, unrouted };
  if (!core) return idle;
  const { model, state } = core;
  const index = prepare(baseOf(model, state, controller.beside));
  const went = await asked;
  const factsOf = (group: Tag) => factsFor(model, state, group);
  const missingList = (outbound: Tag, rule: Won): Tag | null => {
    if (outbound !== BLOCK || typeof rule !== "number") return null;
    const named = listsOf(compilePlain(model.config.route.rules), rule);
    return named.find((tag) => !Object.hasOwn(controller.beside.lists, tag)) ?? null;
  };
  if (went) {
    const { outbound, via, rule } = went;
    const why = via.map((group, i) => ({ group, member: via[i + 1] ?? outbound, how: null, facts: factsOf(group) }));
    return { ...idle, outbound, via, rule, site, missingList: missingList(outbound, rule), seen: true, why };
  }
  const request: Request = { scheme: at.scheme, host: at.host, port: at.port, container };
  const would = explain(index, plansOf(model, state), createMemory(), request, clock.now(), factsOf);
  const via = would.steps.map(({ group }) => group);
  const why = would.steps.map(({ group, member, how, facts }) => ({ group, member, how, facts }));
  const { outbound, rule } = would;
  return { ...idle, outbound, via, rule, site, missingList: missingList(outbound, rule), seen: false, why };
}

/** The lists that a rule names; one that an earlier rule of the same conditions names is that one's. */
const listsOf = ({ sets }: CompiledRules, rule: number): readonly Tag[] =>
  sets.flatMap(({ lists }) => lists.flatMap(([tag, at]) => (at === rule ? [tag] : [])));
