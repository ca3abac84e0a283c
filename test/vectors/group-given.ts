import type { GroupSetup } from "../../src/balancer/contract.ts";
import { siteKey } from "../../src/decision/site-key.ts";
import type { Sources } from "../../src/decision/sources.ts";
import { createSources } from "../../src/decision/sources.ts";
import { STICKY_PARTS, STRATEGIES } from "../../src/model/outbound.ts";
import type { TestResult } from "../../src/model/test-result.ts";
import { instant } from "../../src/model/units.ts";
import { either, flag, list, map, number, object, oneOf, text } from "./check.ts";
import { balancerOptions } from "./group-options.ts";

const options = object(
  {},
  {
    delay_acceptable_ratio: number,
    tolerance: number,
    tolerance_ratio: number,
    interrupt_exist_connections: flag,
    max_retry: number,
    ttl: text,
    sticky_hash: list(oneOf(STICKY_PARTS)),
    pool: number,
  },
);

const given = object(
  { strategy: oneOf(STRATEGIES), members: list(text) },
  {
    options,
    cached: map(number),
    udp: map(flag),
    hash_picks: map(list(number)),
    slot_of: map(number),
    random_picks: either(list(number), object({ cycle: list(number) }, {})),
  },
);

export const GROUP = "group";

/** What a group vector starts from. */
export interface GroupGiven {
  readonly setup: GroupSetup;
  readonly cached: Readonly<Record<string, TestResult>>;
  readonly sources: Sources;
}

export function readGroupGiven(value: unknown, where: string): GroupGiven {
  const read = given(value, where);
  const names = [...Object.keys(read.cached ?? {}), ...Object.keys(read.udp ?? {})];
  for (const name of names) if (!read.members.includes(name)) throw new Error(`${where}: no member ${name}`);
  const members = read.members.map((tag) => ({ tag, udp: read.udp?.[tag] ?? true, weight: 1 }));
  return {
    setup: { tag: GROUP, members, options: balancerOptions(read.strategy, read.members, read.options ?? {}) },
    cached: Object.fromEntries(Object.entries(read.cached ?? {}).map(([tag, delay]) => [tag, cachedDelay(delay)])),
    sources: stubbed(read, where),
  };
}

const cachedDelay = (delay: number): TestResult => ({
  kind: "delay",
  delay,
  cached: true,
  stampedAt: instant(-3_600_000),
  endedAt: instant(-3_600_000),
});

function stubbed(read: ReturnType<typeof given>, where: string): Sources {
  const real = createSources(1);
  const { hash_picks: picks, slot_of: slots, random_picks: draws } = read;
  return {
    order(key, members, group, weights, count) {
      const order = picks?.[key] ?? picks?.["*"];
      if (!order) return real.order(key, members, group, weights, count);
      return order.filter((member) => members.includes(member)).slice(0, count);
    },
    slot: (key, count, flow) => slots?.[siteKey(flow.host)] ?? real.slot(key, count, flow),
    draw(members, key, count) {
      if (!draws) return real.draw(members, key, count);
      const drawn = Array.isArray(draws) ? draws[count] : draws.cycle[count % draws.cycle.length];
      if (drawn === undefined) throw new Error(`${where}: draw ${count + 1} of only ${JSON.stringify(draws)}`);
      if (!members.includes(drawn)) throw new Error(`${where}: draw ${count + 1} gave ${drawn}, not one of ${members}`);
      return drawn;
    },
  };
}
