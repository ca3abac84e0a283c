import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { instant } from "../../../src/model/units.ts";

const created: [name: string, when: number | undefined][] = [];
let ring: (alarm: { name: string }) => void = () => {};
vi.mock("webextension-polyfill", () => ({
  default: {
    alarms: {
      onAlarm: { addListener: (listener: typeof ring) => (ring = listener) },
      create: (name: string, { when }: { when?: number }) => void created.push([name, when]),
      clear: async () => true,
    },
  },
}));
const { browserAlarm } = await import("../../../background/adapters/browser-clock.ts");

const NOW = 1_000_000;
const MINUTE = 60_000;

beforeEach(() => {
  created.length = 0;
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => void vi.useRealTimers());

test("M6 · a deadline is set once, and again when its alarm rang before it by the background's clock", () => {
  const rang: number[] = [];
  const at = instant(NOW + MINUTE);
  const alarm = browserAlarm("lists", () => {
    rang.push(Date.now());
    if (Date.now() < at) alarm.set(at);
  });
  alarm.set(at);
  alarm.set(at);
  expect(created).toEqual([["lists", at]]);
  vi.setSystemTime(at - 20);
  ring({ name: "another" });
  expect(rang).toEqual([]);
  ring({ name: "lists" });
  vi.advanceTimersByTime(20);
  expect(rang).toEqual([at - 20, at]);
});

test("M6 · a deadline within half a minute is kept by a timer, and by an alarm should the background be stopped", () => {
  let rang = 0;
  browserAlarm("deadline", () => rang++).set(instant(NOW + 2_000));
  expect(created).toEqual([["deadline", NOW + 30_000]]);
  vi.advanceTimersByTime(1_999);
  expect(rang).toBe(0);
  vi.advanceTimersByTime(1);
  expect(rang).toBe(1);
});
