import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TooLate } from "../../../../background/lib/within-time.ts";

const session = { kept: {} as Record<string, unknown>, hangs: false };
const never = (): Promise<never> => new Promise(() => {});
vi.mock("webextension-polyfill", () => ({
  default: {
    runtime: { getManifest: () => ({ version: "1.0" }) },
    storage: {
      session: {
        get: async () => (session.hangs ? never() : session.kept),
        set: async (change: object) => (session.hangs ? never() : void Object.assign(session.kept, change)),
      },
    },
  },
}));
const { checkedStore, runStore } = await import("../../../../background/adapters/storage/run-store.ts");
const { temporaryStore } = await import("../../../../background/adapters/storage/temporary-store.ts");

beforeEach(() => {
  Object.assign(session, { kept: {}, hangs: false });
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test("M20 · the parts of the run's record come back, and nothing else", async () => {
  await runStore.write({ head: "{}", router: "null" });
  await temporaryStore.write([]);
  expect(await runStore.read()).toEqual({ head: "{}", router: "null" });
});

test("B20 · a store of the run that never answers counts as one that fails, and is asked again", async () => {
  session.hangs = true;
  const ends = Promise.allSettled([
    runStore.read(),
    temporaryStore.read(),
    checkedStore.read(),
    runStore.write({ head: "{}" }),
  ]);
  await vi.advanceTimersByTimeAsync(10_000);
  const late = { status: "rejected", reason: expect.any(TooLate) };
  expect(await ends).toEqual([late, late, { status: "fulfilled", value: null }, late]);
  session.hangs = false;
  expect(await runStore.read()).toEqual({});
  expect(await temporaryStore.read()).toEqual([]);
});
