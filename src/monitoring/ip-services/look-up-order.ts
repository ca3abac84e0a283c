import type { IpService } from "./service.ts";
import { LAST_RESORTS, ownService, SERVICES } from "./services.ts";

/** A service that failed or limited its rate is asked last for this long (IP4). */
export const SLOW_MS = 600_000;

/** Until when each service is asked last, by name; ms since the epoch. Plain JSON. */
export type SlowServices = Readonly<Record<string, number>>;

/**
 * IP1: the person's own service first; then the seven in turn from a start, wrapping round; then those that limit no
 * rate. IP4: one that failed lately stands at the end of its round.
 *
 * @param start the place of the first service, 0 to 6
 */
export function lookUpOrder(ipinfoUrl: string, start: number, slow: SlowServices, now: number): readonly IpService[] {
  const turned = SERVICES.map((_, i) => SERVICES[(start + i) % SERVICES.length]).filter((one) => one !== undefined);
  const isSlow = ({ name }: IpService): boolean => (slow[name] ?? 0) > now;
  const round = [...turned.filter((one) => !isSlow(one)), ...turned.filter(isSlow)];
  return [...(ipinfoUrl === "" ? [] : [ownService(ipinfoUrl)]), ...round, ...LAST_RESORTS];
}

/** What is known of slow services after this one answered or failed. */
export function noteService(slow: SlowServices, name: string, answered: boolean, now: number): SlowServices {
  const { [name]: _, ...others } = slow;
  const kept = Object.fromEntries(Object.entries(others).filter(([, until]) => until > now));
  return answered ? kept : { ...kept, [name]: now + SLOW_MS };
}
