import type { Network } from "../../src/balancer/delay-model.ts";
import { viewOf } from "../../src/balancer/view.ts";
import type { GroupStage } from "./group-stage.ts";
import type { Looks } from "./look.ts";
import { CONNECTION_LOOKS } from "./look-connections.ts";
import { GROUP_LOOKS } from "./look-group.ts";
import { TEST_LOOKS } from "./look-tests.ts";
import type { Expectation } from "./vector.ts";

/** Every key a group vector may expect (vectors.md), and how it is looked at. */
const LOOKS: Looks = { ...GROUP_LOOKS, ...CONNECTION_LOOKS, ...TEST_LOOKS };

/** Checks one entry of `expect`, every key of it; a key that is not known fails. */
export function checkGroup(stage: GroupStage, entry: Expectation, where: string): void {
  const network: Network = entry.network === "udp" ? "udp" : "tcp";
  const view = viewOf(stage.given.setup, stage.state, network);
  for (const [name, value] of Object.entries(entry)) {
    if (name === "at") continue;
    const look = Object.hasOwn(LOOKS, name) ? LOOKS[name] : undefined;
    if (!look) throw new Error(`${where}: no such expectation of a group: ${name}`);
    look(value, { stage, entry, view, where: `${where}: ${name}` });
  }
}
