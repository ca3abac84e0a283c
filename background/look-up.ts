import type { Config } from "../src/model/config.ts";
import { ms } from "../src/model/units.ts";
import {
  createLookup,
  type ServiceAnswer,
  serviceAnswered,
  serviceToAsk,
  slowAfter,
} from "../src/monitoring/ip-services/look-up.ts";
import type { SlowServices } from "../src/monitoring/ip-services/look-up-order.ts";
import type { LookUp } from "./effects.ts";
import type { Clock } from "./ports/clock.ts";
import type { ProbeResponse, Prober } from "./ports/prober.ts";

const SERVICES = 7;

/**
 * Asks the IP services for the exit address of a member, through that member only, one after the other until one gives an
 * answer that counts. Each request is limited to `url_test_timeout`.
 */
export function createLookUp(
  prober: Prober,
  clock: Clock,
  configOf: () => Config | null,
  random: () => number,
): LookUp {
  let slow: SlowServices = {};
  return async (tag, signal) => {
    const settings = configOf()?.monitoring;
    if (!settings) return { kind: "none" };
    const { ipinfoUrl, urlTestTimeout: timeout } = settings;
    let lookup = createLookup({ start: random() % SERVICES, ipinfoUrl, slow, now: clock.now() });
    let took = ms(0);
    for (let service = serviceToAsk(lookup); service && !signal.aborted; service = serviceToAsk(lookup)) {
      const response = await prober.send({ tag, url: service.url, timeout, signal });
      if (signal.aborted) break;
      if (response.kind === "answer") took = response.took;
      lookup = serviceAnswered(lookup, serviceAnswer(response));
    }
    if (!signal.aborted) slow = slowAfter(lookup, slow, clock.now());
    return lookup.exit ? { kind: "found", exit: lookup.exit, took } : { kind: "none" };
  };
}

function serviceAnswer(response: ProbeResponse): ServiceAnswer {
  return response.kind === "answer"
    ? { kind: "answer", status: response.status, body: response.body }
    : { kind: "nothing" };
}
