import type { Model } from "../../src/engine/model.ts";
import { type Beside, baseOf, plansOf } from "../../src/engine/snapshot.ts";
import type { EngineState } from "../../src/engine/state.ts";
import { BLOCK, DIRECT } from "../../src/model/outbound.ts";
import { compilePlain } from "../../src/routing/compile-plain.ts";
import type { Routing } from "../ports/router.ts";

/** Everything a router needs, out of the configuration and the core's state. A proxy that is switched off is not named. */
export function routingOf(model: Model, engine: EngineState, revision: number, beside?: Beside): Routing {
  return { base: baseOf(model, engine, beside), plans: plansOf(model, engine), revision, proxies: model.proxies };
}

const NO_RULES = compilePlain([]);

/** The same with every request of the user sent directly, as the person chose: the proxies are there to be tested. */
export function directly(routing: Routing): Routing {
  const { temporary: _, lists: __, privateWindows: ___, ...base } = routing.base;
  // A person may have written something of that name which cannot be used, and blocks.
  const nodes = { ...base.nodes, [DIRECT]: { kind: "direct" } as const };
  return { ...routing, base: { ...base, nodes, rules: NO_RULES, final: DIRECT } };
}

/** What a router needs to send everything directly where there is no configuration. */
export const DIRECT_ALONE: Routing = {
  base: {
    seed: 0,
    nodes: { [DIRECT]: { kind: "direct" }, [BLOCK]: { kind: "block" } },
    rules: NO_RULES,
    final: DIRECT,
  },
  plans: {},
  revision: 0,
  proxies: [],
};
