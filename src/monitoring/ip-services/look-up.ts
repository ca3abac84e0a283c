import type { ExitIp } from "../../model/exit-ip.ts";
import { lookUpOrder, noteService, type SlowServices } from "./look-up-order.ts";
import { type IpService, readAnswer } from "./service.ts";

/** What came of a request to a service: an HTTP answer, or nothing (refused, reset, timed out). */
export type ServiceAnswer =
  | { readonly kind: "answer"; readonly status: number; readonly body: string }
  | { readonly kind: "nothing" };

/**
 * One look-up over the services (IP1).
 *
 *   asking ── no answer that counts, another is left ──> asking
 *     ├────── an answer that counts ──> found
 *     └────── none is left ───────────> none
 */
export interface Lookup {
  /** Still to be asked, in order; the first one is being asked. Empty: the look-up is over. */
  readonly left: readonly IpService[];
  readonly exit: ExitIp | null;
  /** What came of those asked, in order. */
  readonly asked: readonly { readonly name: string; readonly came: "exit" | "no exit" | "nothing" }[];
}

/**
 * @param options.start the place of the first of the seven services, 0 to 6
 * @param options.slow services to be asked last for now (IP4)
 */
export function createLookup(options: {
  readonly start: number;
  readonly ipinfoUrl: string;
  readonly slow: SlowServices;
  readonly now: number;
}): Lookup {
  const { ipinfoUrl, start, slow, now } = options;
  return { left: lookUpOrder(ipinfoUrl, start, slow, now), exit: null, asked: [] };
}

/** The service to ask now, within `url_test_timeout`; null: the look-up is over. */
export const serviceToAsk = ({ left }: Lookup): IpService | null => left[0] ?? null;

/** What becomes of a look-up when its service has answered, or has not. */
export function serviceAnswered(lookup: Lookup, answer: ServiceAnswer): Lookup {
  const [service, ...others] = lookup.left;
  if (!service) return lookup;
  const exit = answer.kind === "answer" ? readAnswer(service, answer.status, answer.body) : null;
  const came = exit ? "exit" : answer.kind === "answer" ? "no exit" : "nothing";
  return { left: exit ? [] : others, exit, asked: [...lookup.asked, { name: service.name, came }] };
}

/**
 * IP4: which services are slow after a look-up. One that answered and gave no exit is; one that was silent is only when
 * another one answered through the same proxy, else the proxy may be at fault.
 */
export function slowAfter({ asked }: Lookup, slow: SlowServices, now: number): SlowServices {
  const works = asked.some(({ came }) => came !== "nothing");
  return asked.reduce(
    (noted, { name, came }) => (came === "nothing" && !works ? noted : noteService(noted, name, came === "exit", now)),
    slow,
  );
}
