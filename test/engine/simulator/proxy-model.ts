import type { AttemptOutcome, LookupOutcome } from "../../../src/engine/contract.ts";
import { ms } from "../../../src/model/units.ts";
import { chance, createRandom, logNormal, type Random, within } from "./random.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How a request ends: after so many ms. Null: never by itself. `deaf`: it ignores its abort too, and may come back late. */
export interface Ending<Outcome> {
  readonly after: number | null;
  readonly outcome: Outcome;
  readonly deaf: boolean;
}

/** What lies behind a tag: asked with the time that has really passed, in ms. */
export interface ProxyModel {
  attempt(at: number): Ending<AttemptOutcome>;
  lookUp(at: number): Ending<LookupOutcome>;
  /** Whether it carries IPv6; null: nothing can be said. */
  ipv6(at: number): Ending<boolean | null>;
}

const REFUSED = { kind: "failed", error: { code: "refused" } } as const;

/** Always the same delay, and an exit that is found at once: for figures that can be worked out by hand. */
export function steadyProxy(delay: number, ip = "203.0.113.1"): ProxyModel {
  return {
    attempt: () => ({ after: delay, outcome: { kind: "delay", delay }, deaf: false }),
    lookUp: () => ({ after: delay, outcome: { kind: "found", exit: { ip }, took: ms(delay + 1) }, deaf: false }),
    ipv6: () => ({ after: delay, outcome: true, deaf: false }),
  };
}

/**
 * One out of a mixed lot: half of them work and jitter; the others have outages (refusing or silent), flap, hang, drop
 * now and then a request that never returns, or leave from where the IP services are slow.
 */
export function livelyProxy(seed: number): ProxyModel {
  const random = createRandom(seed);
  const median = logNormal(random, 150, 0.8);
  const down = weather(random);
  const silent = chance(random, 0.5);
  const deaf = chance(random, 0.1) ? 0.2 : 0.002;
  const slowServices = chance(random, 0.2);
  const ip = `203.0.113.${within(random, 1, 254)}`;
  const carriesIpv6 = chance(random, 0.3);
  return {
    attempt(at) {
      if (chance(random, deaf)) return { ...lateReturn(random), deaf: true };
      if (chance(random, 0.01)) return { after: within(random, 0, 400), outcome: { kind: "again" }, deaf: false };
      if (down(at)) return { after: silent ? null : within(random, 5, 900), outcome: REFUSED, deaf: false };
      const delay = Math.max(1, Math.round(logNormal(random, median, 0.4)));
      return { after: delay, outcome: { kind: "delay", delay }, deaf: false };
    },
    lookUp(at) {
      const after = Math.round(slowServices ? logNormal(random, 12_000, 0.7) : logNormal(random, 2 * median, 0.6));
      const none = down(at) || chance(random, 0.1);
      const took = ms(Math.round(logNormal(random, median, 0.4)));
      return { after, outcome: none ? { kind: "none" } : { kind: "found", exit: { ip }, took }, deaf: false };
    },
    ipv6(at) {
      const after = Math.round(logNormal(random, 2 * median, 0.6));
      const isUnsure = down(at) || chance(random, 0.1);
      return { after, outcome: isUnsure ? null : carriesIpv6, deaf: false };
    },
  };
}

/** Half of what ignores its abort never returns; the rest long after. */
const lateReturn = (random: Random) => ({
  after: chance(random, 0.5) ? null : within(random, 10_000, 10 * MINUTE),
  outcome: { kind: "delay", delay: 1 } as const,
});

/** When it is down: never, in outages, every few minutes, or always. */
function weather(random: Random): (at: number) => boolean {
  const kind = random();
  if (kind < 0.5) return () => false;
  const [every, lasts] =
    kind < 0.8 ? [within(random, 2, 30) * HOUR, within(random, 1, 180) * MINUTE] : flapping(random);
  const shift = within(random, 0, every);
  return kind > 0.95 ? () => true : (at) => (at + shift) % every < lasts;
}

function flapping(random: Random): readonly [number, number] {
  const every = within(random, 2, 20) * MINUTE;
  return [every, every / 2];
}
