import type { Tag } from "./outbound.ts";

/** A rule for one site that ends with the run. Those come before the configuration's; the first that matches wins. */
export interface TemporaryRule {
  /** Lower-case punycode without a trailing dot, or an address. */
  readonly host: string;
  /** Whether it holds for what is below the host too. */
  readonly below: boolean;
  readonly outbound: Tag;
}
