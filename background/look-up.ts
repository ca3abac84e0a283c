import type { Config } from "../src/model/config.ts";
import { ms } from "../src/model/units.ts";
import { lookUpOrder, noteService, type SlowServices } from "../src/monitoring/ip-services/look-up-order.ts";
import { readAnswer } from "../src/monitoring/ip-services/service.ts";
import type { LookUp } from "./effects.ts";
import type { Clock } from "./ports/clock.ts";
import type { Prober } from "./ports/prober.ts";

const SERVICES = 7;
/** A service is not held guilty for the member: all failed at once means that the member is gone. */
const NOTHING = { kind: "none" } as const;

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
    if (!settings) return NOTHING;
    for (const service of lookUpOrder(settings.ipinfoUrl, random() % SERVICES, slow, clock.now())) {
      if (signal.aborted) return NOTHING;
      const answer = await prober.send({ tag, url: service.url, timeout: settings.urlTestTimeout, signal });
      const exit = answer.kind === "answer" ? readAnswer(service, answer.status, answer.body) : null;
      if (answer.kind === "answer") slow = noteService(slow, service.name, exit !== null, clock.now());
      if (answer.kind === "answer" && exit) return { kind: "found", exit, took: ms(answer.took) };
    }
    return NOTHING;
  };
}
