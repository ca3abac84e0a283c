import type { GroupSetup } from "./contract.ts";
import { acceptableDelay, DEAD, effectiveDelay, eligibleMembers, type Known, type Network } from "./delay-model.ts";
import type { GroupState } from "./state.ts";

/** A group at one moment, as a strategy sees it. Members are named by their index in the configuration. */
export interface View {
  readonly setup: GroupSetup;
  readonly network: Network;
  /** What is known of each member, eligible or not. */
  readonly known: readonly Known[];
  /** Those that may serve the network, in config order. */
  readonly eligible: readonly number[];
  /** Eligible and not slower than the acceptable delay, in config order. */
  readonly alive: readonly number[];
  readonly acceptable: number;
  /** A regular cycle runs, and it is not the first that the group sees (B15). */
  readonly regular: boolean;
  /** It does, and what happened is no result outside it, which no hold concerns (B12, B16). */
  readonly held: boolean;
  /** Those that the running cycle has tested. */
  readonly tested: readonly number[];
  /** No cycle of this run has ended: there is nothing worth keeping yet (B15, PL2). */
  readonly early: boolean;
}

/** @param applyAtOnce what happened is a result outside the cycle, which no hold concerns (B16) */
export function viewOf(setup: GroupSetup, state: GroupState, network: Network, applyAtOnce = false): View {
  const known = state.known;
  const regular = state.cycle?.kind === "regular" && !state.joined;
  const eligible = eligibleMembers(setup.members, network);
  const delays = eligible.map((member) => effectiveDelay(known[member] ?? null));
  const acceptable = acceptableDelay(delays, setup.options.delayAcceptableRatio);
  return {
    setup,
    network,
    known,
    eligible,
    alive: eligible.filter((_, i) => (delays[i] ?? DEAD) <= acceptable),
    acceptable,
    regular,
    held: regular && !applyAtOnce,
    tested: state.cycle?.tested ?? [],
    early: !state.cycleEnded,
  };
}

export const delayOf = (view: View, member: number): number => effectiveDelay(view.known[member] ?? null);

/** Fastest first; equals in config order (B19). */
export const bySpeed = (view: View, members: readonly number[]): readonly number[] =>
  members.toSorted((a, b) => delayOf(view, a) - delayOf(view, b) || a - b);

/**
 * The first of them by speed: with a thousand members to sort them for it takes most of a step.
 *
 * @param members in config order
 * @returns undefined: there are none
 */
export function fastestOf(view: View, members: readonly number[]): number | undefined {
  let fastest: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const member of members) {
    const delay = delayOf(view, member);
    if (delay < least) [fastest, least] = [member, delay];
  }
  return fastest;
}
