import type { ExitIp } from "../model/exit-ip.ts";

/**
 * IP3: a new record, with missing fields filled from the known one only when the address is the same: with a new address
 * the old country may be wrong.
 */
export function mergeExit(known: ExitIp | null, fresh: ExitIp): ExitIp {
  return known?.ip === fresh.ip ? { ...known, ...fresh } : fresh;
}
