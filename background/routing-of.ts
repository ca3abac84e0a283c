import type { Model } from "../src/engine/model.ts";
import { baseOf, plansOf } from "../src/engine/snapshot.ts";
import type { EngineState } from "../src/engine/state.ts";
import type { Routing } from "./ports/router.ts";

/** Everything a router needs, out of the configuration and the core's state. A proxy that is switched off is not named. */
export function routingOf(model: Model, engine: EngineState, revision: number): Routing {
  return { base: baseOf(model, engine), plans: plansOf(model, engine), revision, proxies: model.proxies };
}
