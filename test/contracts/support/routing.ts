import type { Routing } from "../../../background/ports/router.ts";
import { routingOf } from "../../../background/run/routing.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import type { Decision, Request } from "../../../src/decision/contract.ts";
import { decide } from "../../../src/decision/decide.ts";
import { createMemory, remember } from "../../../src/decision/memory.ts";
import { prepare } from "../../../src/decision/prepare.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { modelOf } from "../../../src/engine/model.ts";
import type { Plans } from "../../../src/model/plan.ts";
import { instant } from "../../../src/model/units.ts";
import { parseOrigin } from "../../../src/routing/origin.ts";
import type { LabConfig } from "../../lab/config.ts";
import type { Lab } from "../../lab/lab.ts";
import { TAGS } from "./proxies.ts";

/** As in the real background: it rises with every change, over all tests of a run. */
let revision = 0;
export const nextRevision = (): number => ++revision;

export interface RoutingOptions {
  /** Over what the core itself plans before any result. */
  readonly plans?: Plans;
  readonly rules?: LabConfig["route"]["rules"];
  /** `turns` when unset. */
  readonly final?: string;
  /** Fields to write over an outbound's own. */
  readonly edits?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/**
 * What the real background would hand its router for the lab's proxies: groups `turns` (round-robin), `hashed`
 * (consistent-hashing) and `now` (a selector) over the members.
 */
export function routingFor(lab: Lab, options: RoutingOptions = {}): Routing {
  const group = { outbounds: TAGS };
  const config = lab.config({
    rules: options.rules ?? [],
    final: options.final ?? "turns",
    groups: [
      { type: "balancer", tag: "turns", strategy: "round-robin", ...group },
      { type: "balancer", tag: "hashed", strategy: "consistent-hashing", ...group },
      { type: "selector", tag: "now", ...group },
    ],
  });
  const outbounds = config.outbounds.map((one) => ({ ...one, ...options.edits?.[String(one.tag)] }));
  const parsed = parseConfig(JSON.stringify({ ...config, outbounds }));
  if (!parsed.ok) throw new Error(`expected a configuration, got ${JSON.stringify(parsed.error)}`);
  const model = modelOf(parsed.value.config);
  const routing = routingOf(model, createEngine(model, { results: {}, exits: {} }, {}, 7), nextRevision());
  return { ...routing, plans: { ...routing.plans, ...options.plans } };
}

export const turns = (...order: readonly number[]): Plans => ({ turns: { kind: "turns", order } });
/** Everything that reaches `now` goes by the member at this place. */
export const one = (member: number): Plans => ({ now: { kind: "one", member } });

/** Asks `decide` for one address after another, as the browser is asked. */
export function createDecider({ base, plans }: Routing, now = Date.now): (address: string) => Decision {
  const index = prepare(base);
  const memory = createMemory();
  return (address) => {
    const at = instant(now());
    const request: Request = { ...originAt(address), container: "" };
    const decision = decide(index, plans, memory, request, at);
    remember(memory, decision.changes, at);
    return decision;
  };
}

/** An address's origin as `assigned` is asked for it. */
export const originOf = (address: string): string => {
  const { scheme, host, port } = originAt(address);
  return `${scheme}://${host}:${port}`;
};

function originAt(address: string): Omit<Request, "container"> {
  const at = parseOrigin(address);
  if (!at) throw new Error(`expected an address, got ${address}`);
  return at;
}
