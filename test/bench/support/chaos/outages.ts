import { setTimeout as sleep } from "node:timers/promises";
import type { LabProxy } from "../../../lab/proxy/proxy.ts";
import { takeAway } from "./away.ts";
import type { Outage } from "./record.ts";
import type { PlannedOutage } from "./schedule.ts";

/**
 * Lets the planned outages happen, from now on; resolves after the last one's end to what really happened, by its beginning.
 * Fails at once with the signal's reason when it aborts.
 */
export async function runOutages(
  proxies: readonly LabProxy[],
  plan: readonly PlannedOutage[],
  signal: AbortSignal,
): Promise<readonly Outage[]> {
  const beganAt = Date.now();
  const until = (ms: number): Promise<void> => sleep(Math.max(0, beganAt + ms - Date.now()), undefined, { signal });
  const outages = plan.map(async ({ member, kind, fromMs, toMs }) => {
    const proxy = proxies[member];
    if (!proxy) throw new Error(`expected one of ${proxies.length} proxies, got number ${member}`);
    await until(fromMs);
    const bringBack = await takeAway(proxy, kind);
    await until(toMs);
    return bringBack();
  });
  const happened = await Promise.all(outages).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error;
  });
  return [...happened].sort((a, b) => a.downAt - b.downAt);
}
