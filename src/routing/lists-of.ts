import type { Tag } from "../model/outbound.ts";
import type { CompiledRules } from "./contract.ts";

/** The lists that a rule names; one that an earlier rule of the same conditions names is that one's. */
export const listsOf = ({ sets }: CompiledRules, rule: number): readonly Tag[] =>
  sets.flatMap(({ lists }) => lists.flatMap(([tag, at]) => (at === rule ? [tag] : [])));
