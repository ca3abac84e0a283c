import type { Instant } from "./units.ts";

/** What an IP service says of the address requests leave by. `country` is two upper-case letters. */
export interface ExitIp {
  readonly ip: string;
  readonly country?: string;
  readonly region?: string;
  readonly city?: string;
  readonly asn?: number;
  readonly org?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly postalCode?: string;
}

/** An exit address as known of an outbound. `cached`: learnt in an earlier run, not confirmed in this one (M20). */
export interface KnownExitIp {
  readonly exit: ExitIp;
  readonly cached: boolean;
  readonly learntAt: Instant;
}
