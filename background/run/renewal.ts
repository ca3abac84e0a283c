import type { EngineInput } from "../../src/engine/contract.ts";
import type { Tag } from "../../src/model/outbound.ts";

export interface RenewalParts {
  /** The proxies that the browser must not use for now. */
  readonly heldBack: () => readonly Tag[];
  readonly apply: () => Promise<void>;
  readonly input: (input: EngineInput) => void;
}

/** Puts the configuration in force anew, and has every proxy tested that is not held back any more. */
export async function renew({ heldBack, apply, input }: RenewalParts): Promise<void> {
  const before = heldBack();
  await apply();
  const still = new Set(heldBack());
  const tags = before.filter((tag) => !still.has(tag));
  if (tags.length > 0) input({ kind: "ask", tags });
}
