import type { Prober } from "../../ports/prober.ts";

/** Chrome stops a worker 30 s after its last extension call; a pending fetch does not count (fact C29). */
const CALL_EVERY_MS = 20_000;

/** Keeps the worker awake while requests of our own are under way. */
export function keepAwake(prober: Prober): Prober {
  let underWay = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    async send(request) {
      if (underWay++ === 0) timer = setInterval(() => void chrome.runtime.getPlatformInfo(), CALL_EVERY_MS);
      try {
        return await prober.send(request);
      } finally {
        if (--underWay === 0) clearInterval(timer);
      }
    },
  };
}
