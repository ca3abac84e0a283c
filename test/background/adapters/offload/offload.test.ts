import { afterEach, expect, test, vi } from "vitest";
import { perform } from "../../../../background/adapters/offload/job.ts";
import { workshop } from "../../../../background/adapters/offload/offload.ts";
import { TooLate } from "../../../../background/lib/within-time.ts";

const config = (more: object = {}) =>
  JSON.stringify({
    outbounds: [{ type: "http", tag: "a", server: "192.0.2.1", server_port: 80, username: "me", password: "hush" }],
    route: {
      rules: [
        { domain_suffix: "a.example", outbound: "a" },
        { domain_regex: "^b", outbound: "block" },
      ],
    },
    ...more,
  });

test.each(["{", "", config(), config({ route: { rules: [{ domain: "x", outbound: "gone" }] } })])(
  "a worker, whose answer goes by as text, comes to what the background itself comes to: %s",
  async (text) => {
    const here = await workshop.check(text);
    const { json, kept } = perform({ kind: "check", text });
    const there = JSON.parse(json);
    expect(there.ok ? { ok: true, value: { ...there.value, kept } } : there).toEqual(here);
  },
);

test("what is kept for the run holds no account", () => {
  const { kept } = perform({ kind: "check", text: config() });
  expect(kept).toMatch(/192\.0\.2\.1/);
  expect(kept).not.toMatch(/hush|"me"/);
});

test.each(["a.example\nb.example", "", "<html>"])("lists the same: %j", async (text) => {
  const { json } = perform({ kind: "list", format: "domains", text });
  expect(JSON.parse(json)).toEqual(await workshop.prepareList("domains", text));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const LONG = config({ route: { rules: [{ domain: "x.example", outbound: "a" }] }, note: "n".repeat(200_000) });

test.each([
  [
    "is refused",
    class {
      constructor() {
        throw new Error("no workers here");
      }
    },
  ],
  [
    "breaks",
    class {
      onerror = () => {};
      terminate = () => {};
      postMessage = () => queueMicrotask(() => this.onerror());
    },
  ],
])("a worker that %s is done without", async (_, Worker) => {
  const expected = await workshop.check(LONG);
  vi.stubGlobal("Worker", Worker);
  expect(await workshop.check(LONG)).toEqual(expected);
});

test("a worker that neither answers nor breaks is ended, and its job fails with the reason", async () => {
  vi.useFakeTimers();
  const ended: string[] = [];
  vi.stubGlobal(
    "Worker",
    class {
      terminate = () => ended.push("ended");
      postMessage = () => {};
    },
  );
  const jobs = [workshop.check(LONG), workshop.rule(LONG, 0), workshop.prepareList("domains", LONG)];
  const outcomes = Promise.allSettled(jobs);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await outcomes).map((one) => one.status === "rejected" && one.reason instanceof TooLate)).toEqual([
    true,
    true,
    true,
  ]);
  expect(ended).toHaveLength(3);
});
