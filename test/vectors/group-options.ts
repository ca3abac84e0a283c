import type { BalancerOptions, StickyPart, Strategy } from "../../src/model/outbound.ts";
import { ms } from "../../src/model/units.ts";

/** Fields of a balancer as a person writes them. */
export interface WrittenOptions {
  readonly delay_acceptable_ratio?: number;
  readonly tolerance?: number;
  readonly tolerance_ratio?: number;
  readonly interrupt_exist_connections?: boolean;
  readonly max_retry?: number;
  readonly ttl?: string;
  readonly sticky_hash?: readonly StickyPart[];
  readonly pool?: number;
}

export function balancerOptions(
  strategy: Strategy,
  _members: readonly string[],
  written: WrittenOptions,
): BalancerOptions {
  return {
    strategy,
    delayAcceptableRatio: written.delay_acceptable_ratio || 2,
    tolerance: written.tolerance === undefined ? null : ms(written.tolerance),
    toleranceRatio: written.tolerance_ratio ?? null,
    interruptExistConnections: written.interrupt_exist_connections ?? false,
    maxRetry: written.max_retry ?? 0,
    ttl: ms(Number.parseFloat(written.ttl ?? "0") * 1000),
    stickyHash: written.sticky_hash ?? null,
    pool: written.pool ?? 3,
  };
}
