import { setTimeout as sleep } from "node:timers/promises";
import type { LabProxy } from "../../../lab/proxy/proxy.ts";
import { takeAway } from "./away.ts";
import type { Outage } from "./record.ts";
import type { PlannedOutage } from "./schedule.ts";

/** Lets the planned outages happen, from now on; resolves after the last one's end to what really happened, by its beginning. */
export async function runOutages(
  proxies: readonly LabProxy[],
  plan: readonly PlannedOutage[],
): Promise<readonly Outage[]> {
  const beganAt = Date.now();
  const until = (ms: number): Promise<void> => sleep(Math.max(0, beganAt + ms - Date.now()));
  const outages = plan.map(async ({ member, kind, fromMs, toMs }) => {
    const proxy = proxies[member];
    if (!proxy) throw new Error(`expected one of ${proxies.length} proxies, got number ${member}`);
    await until(fromMs);
    const bringBack = await takeAway(proxy, kind);
    await until(toMs);
    return bringBack();
  });
  const happened = await Promise.all(outages);
  return [...happened].sort((a, b) => a.downAt - b.downAt);
}
