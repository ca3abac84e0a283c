import { explain } from "../../src/decision/explain.ts";
import { createMemory } from "../../src/decision/memory.ts";
import { prepare } from "../../src/decision/prepare.ts";
import { resultFor } from "../../src/engine/leads.ts";
import type { Model } from "../../src/engine/model.ts";
import { type Beside, baseOf, plansOf } from "../../src/engine/snapshot.ts";
import type { EngineState } from "../../src/engine/state.ts";
import type { Tag } from "../../src/model/outbound.ts";
import type { Instant } from "../../src/model/units.ts";
import { parseOrigin } from "../../src/routing/origin.ts";
import type { OpenRequest } from "./open-request.ts";

/** Whether a request, that went through `from`, would now go through another proxy, and one that works. */
export function takesOver(
  { model, state }: { readonly model: Model; readonly state: EngineState },
  beside: Beside,
  now: Instant,
): (request: Pick<OpenRequest, "origin" | "container">, from: Tag) => boolean {
  const plans = plansOf(model, state);
  let index: ReturnType<typeof prepare> | null = null;
  return ({ origin, container }, from) => {
    const at = parseOrigin(origin);
    if (!at) return false;
    index ??= prepare(baseOf(model, state, beside));
    const { outbound } = explain(index, plans, createMemory(), { ...at, container }, now);
    return outbound !== from && resultFor(model, state, outbound)?.kind === "delay";
  };
}
