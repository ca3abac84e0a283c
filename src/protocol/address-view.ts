import type { Decision, Won } from "../decision/contract.ts";
import type { Tag } from "../model/outbound.ts";
import type { AddressFault } from "../routing/read-address.ts";
import type { WhyUnrouted } from "./unrouted.ts";
import type { WhyStep } from "./view.ts";

/** An address that a person asks about, as they typed it. */
export interface AskedAddress {
  readonly address: string;
  /** The container it would be opened in, as Firefox names it; "": the browser has none. */
  readonly container: string;
}

/** Where an address goes by the rules, and why. Nothing was sent, and no turn was taken. */
export type AddressView =
  | { readonly kind: "wrong"; readonly why: AddressFault }
  /** There is no usable configuration to go by. */
  | { readonly kind: "no-config" }
  | {
      readonly kind: "found";
      /** How it was understood: scheme, host and port. */
      readonly origin: string;
      /** Why the browser sends it past us, whatever is said below; null: it does not. */
      readonly unrouted: WhyUnrouted | null;
      readonly rule: Won;
      /** The rule as it would be written; null: `final` serves, or the rule is a temporary one. */
      readonly text: string | null;
      /** A proxy, `direct` or `block`. */
      readonly outbound: Tag;
      /** Why it is blocked, when it is. */
      readonly blocked: Decision["blocked"];
      /** The groups passed, the outermost first, and why each names its member. */
      readonly why: readonly WhyStep[];
      /** The proxy that a request to it went through last; null: none did, as far as is known. */
      readonly went: Tag | null;
    };
