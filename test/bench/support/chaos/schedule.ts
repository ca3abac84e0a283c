import { createRandom, oneOf, type Random, within } from "../../../engine/simulator/random.ts";

/** `refused`: its port is closed. `silent`: it takes connections and answers nothing, on standing ones either. */
export type OutageKind = "refused" | "silent";

/** A member that is away for a while: times in ms since the start of the run. */
export interface PlannedOutage {
  /** Which member, counted from 0. */
  readonly member: number;
  readonly kind: OutageKind;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Plan {
  readonly seed: number;
  /** Length of the run. Two at least: the longest outage must fit into it. */
  readonly minutes: number;
  /** How many members there are: more than `MOST_AT_ONCE`. */
  readonly members: number;
}

export const OUTAGES_A_MINUTE = 125 / 15;
export const MOST_AT_ONCE = 7;
export const SHORTEST_MS = 10_000;
export const LONGEST_MS = 120_000;
export const LEAST_MINUTES = 2;

const MINUTE_MS = 60_000;

/**
 * When which member is away: the same for the same seed, sorted by the beginning. 125 outages in 15 minutes, two thirds
 * refused and one third silent, each 10 to 120 s, never more than 7 at once.
 *
 * Short outages are more frequent than long ones (their lengths are spread evenly on a logarithmic scale, 44 s on average):
 * as many outages with a mean of 65 s would be nine at once on average.
 */
export function planOutages({ seed, minutes, members }: Plan): readonly PlannedOutage[] {
  if (minutes < LEAST_MINUTES) throw new Error(`expected a run of ${LEAST_MINUTES} minutes at least, got ${minutes}`);
  if (members <= MOST_AT_ONCE) throw new Error(`expected more than ${MOST_AT_ONCE} members, got ${members}`);
  const random = createRandom(seed);
  const count = Math.round(minutes * OUTAGES_A_MINUTE);
  const lanes = intoLanes(shuffled(random, lengths(random, count)));
  const times = lanes.flatMap((lane) => spreadOver(random, shuffled(random, lane), minutes * MINUTE_MS));
  const kinds = shuffled(random, kindsOf(count));
  const inOrder = times.sort((a, b) => a.fromMs - b.fromMs);
  return withMembers(random, inOrder, members).map((outage, i) => ({ ...outage, kind: kinds[i] ?? "refused" }));
}

type Time = Pick<PlannedOutage, "fromMs" | "toMs">;

/** One length from each of as many equal parts of the scale, so that their sum hardly differs from seed to seed. */
const lengths = (random: Random, count: number): readonly number[] =>
  Array.from({ length: count }, (_, i) =>
    Math.round(SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** ((i + random()) / count)),
  );

const kindsOf = (count: number): readonly OutageKind[] =>
  Array.from({ length: count }, (_, i) => (i < Math.round((count * 2) / 3) ? "refused" : "silent"));

/** Each lane holds one outage at a time, so there are never more at once than lanes. The longest go first, to the emptiest. */
function intoLanes(all: readonly number[]): readonly (readonly number[])[] {
  const lanes = Array.from({ length: MOST_AT_ONCE }, () => [] as number[]);
  const sum = (lane: readonly number[]): number => lane.reduce((total, one) => total + one, 0);
  for (const length of [...all].sort((a, b) => b - a)) lanes.reduce((a, b) => (sum(b) < sum(a) ? b : a)).push(length);
  return lanes;
}

/** One after the other, with pauses of random shares of the time that is left. */
function spreadOver(random: Random, lane: readonly number[], totalMs: number): readonly Time[] {
  const left = totalMs - lane.reduce((sum, one) => sum + one, 0);
  const shares = Array.from({ length: lane.length + 1 }, () => random() + 0.05);
  const whole = shares.reduce((sum, one) => sum + one, 0);
  let at = 0;
  return lane.map((length, i) => {
    const fromMs = at + Math.floor((left * (shares[i] ?? 0)) / whole);
    at = fromMs + length;
    return { fromMs, toMs: at };
  });
}

/** How long a member is there between two outages of its own, where others can take the next one. */
const REST_MS = 5_000;

/** Each outage takes a member that is there, if possible for a while already. */
function withMembers(
  random: Random,
  times: readonly Time[],
  members: number,
): readonly (Time & { readonly member: number })[] {
  const backMs = Array.from({ length: members }, () => Number.NEGATIVE_INFINITY);
  return times.map((time) => {
    const there = (restMs: number): number[] =>
      [...backMs.keys()].filter((member) => (backMs[member] ?? 0) + restMs <= time.fromMs);
    const rested = there(REST_MS);
    const member = oneOf(random, rested.length > 0 ? rested : there(1));
    backMs[member] = time.toMs;
    return { ...time, member };
  });
}

/** Fisher and Yates' shuffle. */
function shuffled<T>(random: Random, all: readonly T[]): readonly T[] {
  const mixed = [...all];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = within(random, 0, i);
    [mixed[i], mixed[j]] = [mixed[j] as T, mixed[i] as T];
  }
  return mixed;
}
