import type { CycleKind } from "../model/cycle.ts";
import type { KnownExitIp } from "../model/exit-ip.ts";
import type { Tag } from "../model/outbound.ts";
import type { ProbeError } from "../model/probe-error.ts";
import type { MonitoringSettings } from "../model/settings.ts";
import type { TestResult } from "../model/test-result.ts";
import { type Instant, instant, type Ms } from "../model/units.ts";

/** Why a test runs. An event's and an asked test run beside the workers and their results apply at once (M11, B16). */
export type TestCause = "start" | "cycle" | "event" | "ask";

/**
 * A test of one outbound; at most one at a time (M15).
 *
 *   attempt under way ── answers ─────────────────> result
 *      │  │   ^  └────── fails, no mark left ─────> failed
 *      │  │   └── mark ── between attempts <── fails, a mark is left   (asked tests only, M12)
 *      │  └── network changed and it fails ── broken ── the network settled: runs again (M17)
 *      └── 3 × timeout + 2 s, or the last mark ───> failed (M18, M12)
 */
export interface RunningTest {
  readonly cause: TestCause;
  readonly startedAt: Instant;
  /** What its result is stamped with (M6). */
  readonly stampedAt: Instant;
  /** The request under way; null: between two attempts. */
  readonly attempt: Attempt | null;
  /** How many requests were sent. */
  readonly attempts: number;
  /** It holds one of the cycle's workers. */
  readonly worker: boolean;
  /** The running cycle waits for it. */
  readonly inCycle: boolean;
  /** Somebody joined who must know the result at once. */
  readonly urgent: boolean;
  /** A connection that failed caused it, or joined it (B7). */
  readonly blamed: boolean;
  /** It looks whether a dead outbound is back, and holds one of the places for that (M28). */
  readonly comeback: boolean;
  /** Of a test that a person asked for, or joined. */
  readonly asked: Asked | null;
  /** Its attempt failed because of a change of the network; it runs again when that has settled (M17). */
  readonly broken: boolean;
  /** How often in a row its attempt said nothing. */
  readonly agains: number;
  /** The addresses that answered it with 429, by their places in `urls` (X6.16). */
  readonly limitedBy: readonly number[];
  readonly lastError: ProbeError | null;
}

export interface Attempt {
  readonly id: number;
  readonly startedAt: Instant;
  /** The place in `urls` of the address that it asks. */
  readonly address: number;
  /** The network changed while it ran: a failure counts for nothing (M17). */
  readonly shaken: boolean;
}

/** The stages of a test asked for (M12, M13). */
export interface Asked {
  /** From here on it is shown as unavailable. */
  readonly missAt: Instant;
  /** It is: no answer at the first mark, or a failure. */
  readonly missed: boolean;
  /** It worked in this run: a failure is not shown before the first mark (M13). */
  readonly trusted: boolean;
  /** Marks at which a failed attempt is tried again; empty when it joined another's test. */
  readonly retryAt: readonly Instant[];
  /** The deadline of all; null: that of the test it joined. */
  readonly deadline: Instant | null;
}

/**
 * A pass over the outbounds that are due. A cycle runs again with the next address when nothing answered (M19): it is
 * still the same cycle.
 */
export interface Cycle {
  readonly kind: CycleKind;
  readonly startedAt: Instant;
  /** Not begun yet, in order. */
  readonly queue: readonly Tag[];
  readonly targets: readonly Tag[];
  /** Tests of it that ended with a result, and with a success (M19). */
  readonly measured: number;
  readonly successes: number;
  /** The outbounds that worked when it began, or when the network changed just before it (M26). */
  readonly worked: readonly Tag[];
}

/**
 * An outbound that failed after a success (M28).
 *
 *   failed ── 10 s after its test's end ──> tested ── failed ──> again after 20, 40, 80 s … up to `interval`
 *                                              └── answers ──> no longer here
 */
export interface Fallen {
  /** Its delay in ms before it failed: of several the fastest is tested first. */
  readonly delay: number;
  /** When it is tested again; null: it never worked in this run, so only cycles test it. */
  readonly comeback: { readonly testAt: Instant; readonly wait: Ms } | null;
}

/** Connections ask a group, or a rule's proxy, that has no live member (M28). */
export interface DeadEnd {
  /** When its members were tested for that last. */
  readonly askedAt: Instant;
  /** How many of them, the fastest first, have had their turn since connections began to ask. */
  readonly tested: number;
}

/**
 * The network itself seems to be away (M26): all that had worked failed together. Only the outbound used last is tested, 5,
 * 10, 20, 40, 60, 60 … s after each end, until something answers.
 */
export type LostNetwork =
  | {
      readonly kind: "lost";
      readonly tag: Tag;
      /** When it is tested next. While it is being tested this moment lies in the past. */
      readonly testAt: Instant;
      /** How many of its tests have failed. */
      readonly failures: number;
    }
  /** This outbound answered; all others are about to be tested. */
  | { readonly kind: "back"; readonly by: Tag };

/** A change of the network, or a jump of the clock, and what had worked until then (M26). */
export interface Upheaval {
  readonly at: Instant;
  readonly worked: readonly Tag[];
}

/** What a test address that answers 429 told (X6.18). */
export interface AddressLimit {
  /** The members it answered so lately, and when. */
  readonly answeredAt: Readonly<Record<Tag, Instant>>;
  /** Until then tests use another address; null: it does not rest. */
  readonly restsUntil: Instant | null;
}

/** What is said beside a result (X6.17): a test ended without one, since every test address limits its rate. */
export type ResultNote = "address_limited";

/** An outbound that is not ready and is looked at again (M8). */
export interface Waiting {
  readonly tries: number;
  readonly lookAt: Instant;
  /** What its test is stamped with: the cycle that skipped it, so that the next one tests it too (M6). */
  readonly since: Instant;
  /** A person asked for its test. */
  readonly asked: boolean;
}

/** A look-up to come. `urgent`: the test that caused it applied at once, so does a faster delay (B16). */
export interface WantedLookup {
  readonly tag: Tag;
  readonly urgent: boolean;
}

/** A look-up under way. */
export interface Lookup extends WantedLookup {
  /** End of the test that caused it: a faster look-up changes that result and no other. */
  readonly after: Instant;
}

/** What can be tested: a proxy, and what it dials through (M9). */
export interface Testable {
  readonly tag: Tag;
  readonly detour: Tag | null;
}

/** Everything the monitoring knows; plain JSON. */
export interface MonitoringState {
  readonly started: boolean;
  readonly settings: MonitoringSettings;
  readonly outbounds: readonly Testable[];
  readonly results: Readonly<Record<Tag, TestResult>>;
  readonly exits: Readonly<Record<Tag, KnownExitIp>>;
  /** To be tested in the next cycle whatever their age. */
  readonly marked: Readonly<Record<Tag, true>>;
  readonly tests: Readonly<Record<Tag, RunningTest>>;
  readonly waiting: Readonly<Record<Tag, Waiting>>;
  readonly notReady: Readonly<Record<Tag, true>>;
  readonly cycle: Cycle | null;
  /** The groups were told of a cycle and not yet of its end: they are, with its last results (M22). */
  readonly cycleOpen: boolean;
  readonly nextCycleAt: Instant | null;
  /** No traffic for `idle_timeout`: nothing is tested until there is some (M7). */
  readonly idle: boolean;
  readonly trafficAt: Instant;
  readonly online: boolean;
  /** The last step: a long silence means that the machine slept, an earlier one that the clock was set back (M17). */
  readonly seenAt: Instant | null;
  /** There are signs of life every half minute. */
  readonly beating: boolean;
  /** When the network's cycle is due (M17). */
  readonly networkAt: Instant | null;
  /** When the network changed last: what was learnt of exits before is asked for again (M3); null: it did not. */
  readonly changedAt: Instant | null;
  /** The place of the test address in use (M19), unless that one rests (X6.18). */
  readonly urlIndex: number;
  /** Test addresses that answered 429 lately, by their places (X6.18). */
  readonly limits: Readonly<Record<number, AddressLimit>>;
  readonly notes: Readonly<Record<Tag, ResultNote>>;
  /** Look-ups under way, by id, and those that wait (M3). */
  readonly lookups: Readonly<Record<number, Lookup>>;
  readonly lookupQueue: readonly WantedLookup[];
  /** When the last look-up through an outbound began (M3). */
  readonly lookedUpAt: Readonly<Record<Tag, Instant>>;
  /** Outbounds that worked again after failing and have not been looked up since (M3). */
  readonly lookUpAnew: Readonly<Record<Tag, true>>;
  /** Whether an outbound carries IPv6, as it was learnt in this run (M24); checks under way, by id, and those that wait. */
  readonly ipv6: Readonly<Record<Tag, boolean>>;
  readonly ipv6Checks: Readonly<Record<number, Tag>>;
  readonly ipv6Queue: readonly Tag[];
  /** Results that wait for the debounce window's end (M22). */
  readonly pending: readonly Tag[];
  readonly flushAt: Instant | null;
  /** When the last test that a failed connection caused or joined ended (B7). */
  readonly blamedAt: Readonly<Record<Tag, Instant>>;
  /** Outbounds that fail now and had a success before (M28). */
  readonly fallen: Readonly<Record<Tag, Fallen>>;
  /** Tests for M28 that wait for a free place, in order. */
  readonly comebackQueue: readonly Tag[];
  /** By the tag of the group or proxy. */
  readonly deadEnds: Readonly<Record<Tag, DeadEnd>>;
  readonly lostNetwork: LostNetwork | null;
  readonly upheaval: Upheaval | null;
  /** The outbound that a connection of the user was seen to use last; null: none was. */
  readonly usedLast: Tag | null;
  /** The first cycle of the run is over (M16). */
  readonly firstCycleOver: boolean;
  readonly nextId: number;
  /** Progress of the tests that a person asked for. */
  readonly asked: { readonly done: number; readonly total: number } | null;
}

export function createMonitoring(
  settings: MonitoringSettings,
  outbounds: readonly Testable[],
  results: MonitoringState["results"],
  exits: MonitoringState["exits"],
): MonitoringState {
  return {
    started: false,
    settings,
    outbounds,
    results,
    exits,
    marked: {},
    tests: {},
    waiting: {},
    notReady: {},
    cycle: null,
    cycleOpen: false,
    nextCycleAt: null,
    idle: false,
    trafficAt: instant(0),
    online: true,
    seenAt: null,
    beating: false,
    networkAt: null,
    changedAt: null,
    urlIndex: 0,
    limits: {},
    notes: {},
    lookups: {},
    lookupQueue: [],
    lookedUpAt: {},
    lookUpAnew: {},
    ipv6: {},
    ipv6Checks: {},
    ipv6Queue: [],
    pending: [],
    flushAt: null,
    blamedAt: {},
    fallen: {},
    comebackQueue: [],
    deadEnds: {},
    lostNetwork: null,
    upheaval: null,
    usedLast: null,
    firstCycleOver: false,
    nextId: 1,
    asked: null,
  };
}
