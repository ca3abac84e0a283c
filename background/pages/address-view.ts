import type { Troubles } from "../../src/config/trouble.ts";
import { writeRule } from "../../src/config/write-config.ts";
import type { Won } from "../../src/decision/contract.ts";
import { explain } from "../../src/decision/explain.ts";
import { createMemory } from "../../src/decision/memory.ts";
import { prepare } from "../../src/decision/prepare.ts";
import { factsFor } from "../../src/engine/facts.ts";
import { baseOf, plansOf } from "../../src/engine/snapshot.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { Rule } from "../../src/model/settings.ts";
import type { Instant } from "../../src/model/units.ts";
import type { AddressView, AskedAddress } from "../../src/protocol/address-view.ts";
import { readAddress } from "../../src/routing/read-address.ts";
import type { Router } from "../ports/router.ts";
import type { Controller } from "../run/controller.ts";
import type { ConfigKeeper } from "../settings/settings-keeper.ts";

/** The configuration as it is written: its rules by their places, and what of it is not in force so. */
interface WrittenConfig {
  readonly ruleAt: ConfigKeeper["rule"];
  readonly troubles: Troubles;
}

/** Whether what serves where no rule does, or in private windows, cannot be used as it is written. */
const isRefusedEnd = (rule: Won, { first }: Troubles): boolean =>
  first.some(
    ({ effect: { kind } }) =>
      (rule === null && (kind === "route" || kind === "final")) || (rule === "private" && kind === "private-windows"),
  );

/** What the rules make of an address that a person typed, as things stand now. It touches no memory (B19). */
export async function addressView(
  { address, container }: AskedAddress,
  { core, beside }: Pick<Controller, "core" | "beside">,
  router: Pick<Router, "assigned" | "whyUnrouted">,
  { ruleAt, troubles }: WrittenConfig,
  now: Instant,
): Promise<AddressView> {
  const read = readAddress(address);
  if (read.kind === "wrong") return read;
  if (!core) return { kind: "no-config" };
  const { scheme, host, port } = read.origin;
  const { model, state } = core;
  const unrouted = await router.whyUnrouted(read.origin, container);
  const request = { scheme, host, port, container };
  const factsOf = (group: Tag) => factsFor(model, state, group);
  const index = prepare(baseOf(model, state, beside));
  const { outbound, rule, blocked, steps } = explain(
    index,
    plansOf(model, state),
    createMemory(),
    request,
    now,
    factsOf,
  );
  const won = typeof rule === "number" ? await ruleAt(rule) : null;
  const refused = won?.refused || isRefusedEnd(rule, troubles);
  const bracketed = host.includes(":") ? `[${host}]` : host;
  return {
    kind: "found",
    origin: `${scheme}://${bracketed}:${port}`,
    unrouted,
    rule,
    text: won && !won.refused ? ruleText(won.rule) : null,
    outbound,
    blocked: blocked === "rule" && refused ? "refused" : blocked,
    why: steps.map(({ group, member, how, facts }) => ({ group, member, how, facts })),
    went: unrouted ? null : ((await router.assigned(`${scheme}://${host}:${port}`, container))?.outbound ?? null),
  };
}

/** A list of rules may hold thousands of names. */
const LISTED = 4;

/** A rule in one line, as it would be written in a configuration; of a long list the first few. */
const ruleText = (rule: Rule): string =>
  JSON.stringify(writeRule(rule), (_, value: unknown) =>
    Array.isArray(value) && value.length > LISTED ? [...value.slice(0, LISTED), "…"] : value,
  );
