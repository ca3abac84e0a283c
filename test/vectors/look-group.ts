import { expect } from "vitest";
import { effectiveDelay, type Network } from "../../src/balancer/delay-model.ts";
import { displayedOf, planOf, resultOf } from "../../src/balancer/shown.ts";
import { isExpired } from "../../src/decision/sticky-keys.ts";
import type { Plan } from "../../src/model/plan.ts";
import { instant } from "../../src/model/units.ts";
import { list, map, nullable, number, oneOf, text } from "./check.ts";
import { key, type Looks, narrows, ofMembers, type Scene, tag, tags } from "./look.ts";

function planAs<K extends Plan["kind"]>(
  { stage, where }: Scene,
  kind: K,
  network: Network,
): Extract<Plan, { kind: K }> {
  const plan = planOf(stage.given.setup, stage.state, network);
  if (plan.kind !== kind) throw new Error(`${where}: expected a plan of kind ${kind}, got ${plan.kind}`);
  return plan as Extract<Plan, { kind: K }>;
}

const selected = (scene: Scene, network: Network): string => tag(scene.view, planAs(scene, "one", network).member);

function shownDelay({ stage }: Scene): number | null {
  const result = resultOf(stage.given.setup, stage.state);
  return result?.kind === "delay" && !result.cached ? result.delay : null;
}

function remembered({ stage }: Scene): number {
  const { setup } = stage.given;
  const keys = (stage.memory.sticky.get(setup.tag)?.entries() ?? []).map(([, kept]) => kept);
  return keys.filter((kept) => !isExpired(kept, setup.options.ttl, instant(stage.now))).length;
}

/** What a vector may expect of the group itself. */
export const GROUP_LOOKS: Looks = {
  network: narrows(oneOf(["tcp", "udp"] as const), "eligible", "effective", "acceptable_delay", "alive"),
  eligible: key(list(text), (expected, { view, where }) => expect(tags(view, view.eligible), where).toEqual(expected)),
  effective: key(map(number), (expected, scene) =>
    ofMembers(expected, scene, (member) => effectiveDelay(scene.view.known[member] ?? null)),
  ),
  acceptable_delay: key(number, (expected, { view, where }) => expect(view.acceptable, where).toBe(expected)),
  alive: key(list(text), (expected, { view, where }) => expect(tags(view, view.alive), where).toEqual(expected)),
  selected: key(text, (expected, scene) => expect(selected(scene, "tcp"), scene.where).toBe(expected)),
  selected_udp: key(text, (expected, scene) => expect(selected(scene, "udp"), scene.where).toBe(expected)),
  displayed: key(text, (expected, { stage, where }) =>
    expect(displayedOf(stage.given.setup, stage.state), where).toBe(expected),
  ),
  shown_delay: key(nullable(number), (expected, scene) => expect(shownDelay(scene), scene.where).toBe(expected)),
  slot_count: key(number, (expected, scene) =>
    expect(planAs(scene, "pool", "tcp").slots, scene.where).toHaveLength(expected),
  ),
  slot_members: key(list(text), (expected, scene) => {
    const holders = planAs(scene, "pool", "tcp").slots.map(({ member }) => member);
    expect(tags(scene.view, holders), scene.where).toEqual(expected);
  }),
  remembered: key(number, (expected, scene) => expect(remembered(scene), scene.where).toBe(expected)),
  draws: key(number, (expected, { stage, where }) => expect(stage.memory.draws, where).toBe(expected)),
};
