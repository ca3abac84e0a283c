import createDecisionTimer from "./decision-timer.ts";
import type { Place } from "./place.ts";

export const nodePlace = (): Place => ({
  title: "decide() and remember() in Node",
  async open({ data }) {
    const time = createDecisionTimer(data.base, data.plans);
    return async (which, count) => time(which, count);
  },
  async close() {},
});
