import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { OpenRequest } from "../../../background/connections/open-request.ts";
import { createSilenceWatch } from "../../../background/connections/silence-watch.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

/** A browser's requests, and what is told of them. */
function begin() {
  const requests = new Map<string, OpenRequest>();
  const silent: [tag: string, at: number][] = [];
  let looks = 0;
  const startedAt = Date.now();
  const watch = createSilenceWatch({
    list: () => [...requests.values()],
    async open() {
      looks++;
      return [...requests.values()];
    },
    silent: (tag) => void silent.push([tag, Date.now() - startedAt]),
    now: () => Date.now(),
  });
  return {
    silent,
    looks: () => looks,
    ask(id: string, outbound: string | null) {
      requests.set(id, {
        id,
        tab: 1,
        frame: 0,
        type: "image",
        method: "GET",
        origin: "https://a.example:443",
        container: "",
        url: null,
        startedAt: Date.now(),
        headedAt: null,
        ip: null,
        way: outbound === null ? null : { outbound, via: [] },
        isPrivate: false,
      });
      watch.began();
    },
    head(id: string) {
      const request = requests.get(id);
      if (request) requests.set(id, { ...request, headedAt: Date.now() });
    },
    end: (id: string) => void requests.delete(id),
  };
}

const pass = (time: number): Promise<unknown> => vi.advanceTimersByTimeAsync(time);

test("B7 · a proxy that leaves a request without an answer for five seconds is told", async () => {
  const { ask, silent } = begin();
  ask("1", "a");
  await pass(4_900);
  expect(silent).toEqual([]);
  await pass(200);
  expect(silent).toEqual([["a", 5_000]]);
});

test("an answered request, or one that has ended, is none, and nothing is asked for it", async () => {
  const { ask, head, end, silent, looks } = begin();
  ask("1", "a");
  ask("2", "a");
  await pass(3_000);
  head("1");
  end("2");
  await pass(60_000);
  expect(silent).toEqual([]);
  expect(looks()).toBe(0);
});

test("one that began later has its own five seconds", async () => {
  const { ask, silent } = begin();
  ask("1", "a");
  await pass(3_000);
  ask("2", "b");
  await pass(20_000);
  expect(silent).toEqual([
    ["a", 5_000],
    ["b", 8_000],
  ]);
});

test("a proxy is told once for many requests, and not again within half a minute", async () => {
  const { ask, silent } = begin();
  for (let id = 0; id < 40; id++) {
    ask(`${id}`, "a");
    await pass(1_000);
  }
  expect(silent.map(([tag]) => tag)).toEqual(["a", "a"]);
  expect((silent[1]?.[1] ?? 0) - (silent[0]?.[1] ?? 0)).toBeGreaterThanOrEqual(30_000);
});

test("a request that waits on purpose counts once", async () => {
  const { ask, silent, looks } = begin();
  ask("poll", "a");
  await pass(300_000);
  expect(silent).toHaveLength(1);
  expect(looks()).toBe(1);
});

test("a request whose way is not known is nobody's", async () => {
  const { ask, silent } = begin();
  ask("1", null);
  await pass(60_000);
  expect(silent).toEqual([]);
});
