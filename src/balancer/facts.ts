import { never } from "../lib/never.ts";
import type { Tag } from "../model/outbound.ts";
import type { GroupSetup } from "./contract.ts";
import { answers, effectiveDelay, type Known, type Network } from "./delay-model.ts";
import type { GroupState } from "./state.ts";
import { strategyOf } from "./strategies.ts";
import type { StrategyFacts } from "./strategy-facts.ts";
import { viewOf } from "./view.ts";

/** A member as its group sees it now. */
export interface MemberFacts {
  readonly tag: Tag;
  /** `cached`: only an earlier run speaks for it. */
  readonly state: "answers" | "cached" | "failed" | "untested";
  /** What its delay counts as when members are compared, in ms: 65535 for one that is dead (B2, B3). */
  readonly effective: number;
  /** It may serve the network (B6). */
  readonly eligible: boolean;
  /** Eligible and not slower than the acceptable delay (B5). */
  readonly alive: boolean;
}

/** All that a group's plan rests on, as plain data. */
export interface GroupFacts {
  /** In config order. */
  readonly members: readonly MemberFacts[];
  /** The slowest effective delay that is alive, in ms (B4). */
  readonly acceptable: number;
  /** A regular cycle runs and its results wait (B12). */
  readonly held: boolean;
  readonly strategy: StrategyFacts<Tag>;
}

/** Why a group does what it does. Looking changes nothing (B19). Null: the group is empty. */
export function factsOf(setup: GroupSetup, state: GroupState, network: Network = "tcp"): GroupFacts | null {
  const memory = network === "udp" ? (state.udp ?? state.tcp) : state.tcp;
  if (!memory) return null;
  const view = viewOf(setup, state, network);
  const [eligible, alive] = [new Set(view.eligible), new Set(view.alive)];
  return {
    members: setup.members.map(({ tag }, member) => {
      const known = view.known[member] ?? null;
      const which = { eligible: eligible.has(member), alive: alive.has(member) };
      return { tag, state: stateOf(known), effective: effectiveDelay(known), ...which };
    }),
    acceptable: view.acceptable,
    held: view.held,
    strategy: named(strategyOf(memory.kind).facts(memory, view), (member) => setup.members[member]?.tag ?? ""),
  };
}

function stateOf(known: Known): MemberFacts["state"] {
  if (known === null) return "untested";
  if (known.kind === "failed") return "failed";
  return answers(known) ? "answers" : "cached";
}

function named(facts: StrategyFacts<number>, tag: (member: number) => Tag): StrategyFacts<Tag> {
  switch (facts.kind) {
    case "round-robin":
      return { ...facts, order: facts.order.map(tag), shown: tag(facts.shown) };
    case "lowest-delay": {
      const { from, fastest } = facts.last;
      const last = { ...facts.last, from: tag(from), fastest: fastest === null ? null : tag(fastest) };
      return { ...facts, selected: tag(facts.selected), last };
    }
    case "pool":
      return { ...facts, slots: facts.slots.map(({ member, works }) => ({ member: tag(member), works })) };
    case "consistent-hashing":
    case "sticky-sessions":
      return facts;
    default:
      return never(facts);
  }
}
