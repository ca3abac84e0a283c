import { baseOf, type EngineState, plansOf } from "../src/engine/index.ts";
import type { Config } from "../src/model/config.ts";
import type { ProxyOutbound } from "../src/model/outbound.ts";
import type { Routing } from "./ports/router.ts";

/** Everything a router needs, out of the configuration and the core's state. */
export function routingOf(config: Config, engine: EngineState, revision: number): Routing {
  return { base: baseOf(engine), plans: plansOf(engine), revision, proxies: proxiesOf(config) };
}

/** The proxies in use: a disabled one is never named to a browser. */
function proxiesOf(config: Config): readonly ProxyOutbound[] {
  return config.outbounds.filter(
    (outbound): outbound is ProxyOutbound => outbound.kind === "proxy" && outbound.enabled,
  );
}
