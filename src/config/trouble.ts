import type { Tag } from "../model/outbound.ts";
import type { ConfigProblem } from "./problem.ts";

/** What becomes of a part of a stored configuration that this version refuses. All else is in force. */
export type TroubleEffect =
  /** It blocks; null: it has no name that can be used, so nothing leads to it. */
  | { readonly kind: "outbound"; readonly tag: Tag | null }
  /** A member that is left out of a balancer. */
  | { readonly kind: "member"; readonly group: Tag }
  /** A rule, by its place from 0: it blocks whatever it may match. */
  | { readonly kind: "rule"; readonly rule: number }
  /** From this rule on none can be used: what no earlier one takes is blocked. */
  | { readonly kind: "rules"; readonly from: number }
  /** Everything is blocked that no temporary rule sends elsewhere. */
  | { readonly kind: "route" }
  /** A rule list counts as never loaded; null: it has no name that can be used. */
  | { readonly kind: "list"; readonly tag: Tag | null }
  /** A rule list is not fetched; what was loaded of it before stays in force. */
  | { readonly kind: "fetch"; readonly list: Tag }
  /** What no rule matches is blocked. */
  | { readonly kind: "final" }
  | { readonly kind: "private-windows" }
  /** The field counts as unset. */
  | { readonly kind: "unset" };

export interface Trouble {
  readonly effect: TroubleEffect;
  readonly problem: ConfigProblem;
}

/** At most the first few of them, for whoever shows them, and how many there are. */
export interface Troubles {
  readonly first: readonly Trouble[];
  readonly count: number;
}

export const NO_TROUBLES: Troubles = { first: [], count: 0 };
