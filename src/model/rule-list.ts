import type { Tag } from "./outbound.ts";
import type { Ms } from "./units.ts";

/** How a rule list is written: sing-box's rule-set in source form, AutoProxy's lines, or a domain a line. */
export const LIST_FORMATS = ["source", "autoproxy", "domains"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

/** A list of hosts at an address, which rules name by its tag: `route.rule_set` after defaults. */
export interface RuleList {
  readonly tag: Tag;
  readonly url: string;
  readonly format: ListFormat;
  readonly updateInterval: Ms;
  /** What it is fetched through; null: what serves requests that no rule matches. */
  readonly detour: Tag | null;
}
