import type { GroupSetup } from "./contract.ts";

/** The members' weights by index; null when all are the same, so that a plan stays small and the hash needs no logarithm. */
export function weightsOf({ members }: GroupSetup): readonly number[] | null {
  const weights = members.map(({ weight }) => weight);
  return weights.every((weight) => weight === weights[0]) ? null : weights;
}
