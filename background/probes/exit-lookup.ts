import { createLru } from "../../src/lib/lru.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { MonitoringSettings } from "../../src/model/settings.ts";
import { ms } from "../../src/model/units.ts";
import {
  createLookup,
  type ServiceAnswer,
  serviceAnswered,
  serviceToAsk,
  slowAfter,
} from "../../src/monitoring/ip-services/look-up.ts";
import type { SlowServices } from "../../src/monitoring/ip-services/look-up-order.ts";
import type { Clock } from "../ports/clock.ts";
import type { ProbeResponse, Prober } from "../ports/prober.ts";
import type { LookUp } from "../run/effects.ts";

const SERVICES = 7;
/** Exits whose slow services are remembered. */
const EXITS = 1_000;

export interface LookUpParts {
  readonly prober: Prober;
  readonly clock: Clock;
  /** Null: there is no configuration, and nothing is asked. */
  readonly settings: () => MonitoringSettings | null;
  /** The exit of a member as far as it is known; null: it is taken for an exit of its own. */
  readonly exitOf: (tag: Tag) => string | null;
  readonly random: () => number;
}

/**
 * Asks the IP services for the exit address of a member, through that member only, one after the other until one gives an
 * answer that counts. Each request is limited to `url_test_timeout`. Services limit the rate of an address: one that
 * failed is asked last for a while by all members that leave from it (IP4).
 */
export function createLookUp({ prober, clock, settings, exitOf, random }: LookUpParts): LookUp {
  const slowAt = createLru<SlowServices>();

  function note(exit: string, slow: SlowServices): void {
    slowAt.use(exit, slow);
    if (slowAt.size > EXITS) slowAt.delete(slowAt.oldest()?.key ?? "");
  }

  return async (tag, signal) => {
    const set = settings();
    if (!set) return { kind: "none" };
    const { ipinfoUrl, urlTestTimeout: timeout } = set;
    const from = exitOf(tag) ?? `of ${tag}`;
    const slow = slowAt.get(from) ?? {};
    let lookup = createLookup({ start: random() % SERVICES, ipinfoUrl, slow, now: clock.now() });
    let took = ms(0);
    for (let service = serviceToAsk(lookup); service && !signal.aborted; service = serviceToAsk(lookup)) {
      const response = await prober.send({ tag, url: service.url, timeout, signal, unexplained: true });
      if (signal.aborted) return { kind: "none" };
      if (response.kind === "answer") took = response.took;
      lookup = serviceAnswered(lookup, serviceAnswer(response));
    }
    // Others may have noted something meanwhile.
    note(lookup.exit?.ip ?? from, slowAfter(lookup, slowAt.get(lookup.exit?.ip ?? from) ?? slow, clock.now()));
    return lookup.exit ? { kind: "found", exit: lookup.exit, took } : { kind: "none" };
  };
}

function serviceAnswer(response: ProbeResponse): ServiceAnswer {
  return response.kind === "answer"
    ? { kind: "answer", status: response.status, body: response.body }
    : { kind: "nothing" };
}
