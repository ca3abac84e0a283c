import "fake-indexeddb/auto";
import { expect, test } from "vitest";
import { logStore } from "../../../../background/adapters/storage/idb/log-store.ts";
import { resultStore } from "../../../../background/adapters/storage/idb/result-store.ts";
import { keepSaved, savedFor } from "../../../../background/probes/saved-results.ts";
import { parseConfig } from "../../../../src/config/parse-config.ts";
import type { TestResult } from "../../../../src/model/test-result.ts";
import { instant } from "../../../../src/model/units.ts";

function config(server: string) {
  const parsed = parseConfig(
    JSON.stringify({
      outbounds: [{ type: "http", tag: "a", server, server_port: 80, username: "u", password: "secret" }],
    }),
  );
  if (!parsed.ok) throw new Error("bad");
  return parsed.value.config;
}
const delay: TestResult = { kind: "delay", delay: 70, cached: false, stampedAt: instant(1), endedAt: instant(2) };
const failed: TestResult = { kind: "failed", error: { code: "refused" }, stampedAt: instant(1), endedAt: instant(2) };
const exit = { exit: { ip: "203.0.113.1", country: "DE" }, cached: false, learntAt: instant(3) };

test("M20 · results and exits are kept, and loaded with two marks; without the account", async () => {
  await resultStore.write(keepSaved(config("192.0.2.1"), [{ tag: "a", result: delay, exit }]));
  const kept = await resultStore.read();
  expect(JSON.stringify(kept)).not.toContain("secret");
  expect(savedFor(config("192.0.2.1"), kept)).toEqual({
    results: { a: { ...delay, cached: true } },
    exits: { a: { ...exit, cached: true } },
  });
});

test("a proxy that is somewhere else now does not inherit the results of its tag", async () => {
  expect(savedFor(config("192.0.2.2"), await resultStore.read())).toEqual({ results: {}, exits: {} });
});

test("B2 · a saved failure is loaded as no result; the exit stays", async () => {
  await resultStore.write(keepSaved(config("192.0.2.1"), [{ tag: "a", result: failed, exit }]));
  expect(savedFor(config("192.0.2.1"), await resultStore.read())).toEqual({
    results: {},
    exits: { a: { ...exit, cached: true } },
  });
});

test("a result of a proxy that is not in the configuration any more is not kept", () => {
  expect(keepSaved(config("192.0.2.1"), [{ tag: "gone", result: delay, exit: null }])).toEqual([]);
  expect(keepSaved(null, [{ tag: "a", result: delay, exit: null }])).toEqual([]);
});

test("what is dropped is gone, the rest stays", async () => {
  const kept = { endpoint: "http://192.0.2.1:80", result: delay, exit: null };
  await resultStore.write([
    { tag: "gone", ...kept },
    { tag: "stays", ...kept },
  ]);
  await resultStore.drop(["gone", "never was"]);
  const tags = (await resultStore.read()).map(({ tag }) => tag);
  expect([tags.includes("gone"), tags.includes("stays")]).toEqual([false, true]);
});

test("M25 · the log keeps its order and its last 2,000 lines", async () => {
  for (let i = 0; i < 5; i++) await logStore.append(Array.from({ length: 500 }, (_, line) => `${i * 500 + line}`));
  const lines = await logStore.read();
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([2_000, "500", "2499"]);
});
