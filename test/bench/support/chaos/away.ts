import type { LabProxy } from "../../../lab/proxy/proxy.ts";
import type { Outage } from "./record.ts";
import type { OutageKind } from "./schedule.ts";

/** Takes a member away; resolves to how it is brought back, which resolves to the whole outage. */
export async function takeAway(proxy: LabProxy, kind: OutageKind): Promise<() => Promise<Outage>> {
  const downAt = Date.now();
  switch (kind) {
    case "refused":
      await proxy.stop();
      return async () => {
        await proxy.start();
        return { tag: proxy.name, kind, downAt, upAt: Date.now() };
      };
    case "silent":
      proxy.set({ fault: { kind: "silence" } });
      return async () => {
        proxy.set({ fault: null });
        proxy.cut(true); // it has started again and knows nothing of its former connections
        return { tag: proxy.name, kind, downAt, upAt: Date.now() };
      };
  }
}
