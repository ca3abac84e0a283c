import { describe, expect, test } from "vitest";
import { MortalBackground } from "../support/mortal-background.ts";

const MINUTE = 60_000;
const CONFIG = JSON.stringify({
  outbounds: [{ type: "http", tag: "a", server: "192.0.2.1", server_port: 1001 }],
  experimental: { monitoring: { interval: "1m" } },
});

const alive = (): MortalBackground => new MortalBackground(CONFIG, { a: { after: 50, worksUntil: Infinity } }, null);

const testedAt = ({ controller }: MortalBackground): number =>
  controller?.core?.state.monitoring.results.a?.endedAt ?? 0;
const isOffline = ({ controller }: MortalBackground): boolean => controller?.core?.state.monitoring.online === false;

describe("M17 · the browser's events of the network wake nobody", () => {
  test.each([false, true])("offline freezes; online again tests, stopped in between: %s", async (stopped) => {
    const background = alive();
    await background.traffic();
    await background.until(MINUTE / 2);
    await background.setOnline(false);
    const before = testedAt(background);
    if (stopped) background.stop();
    await background.until(5 * MINUTE);
    expect(isOffline(background)).toBe(true);
    expect(testedAt(background)).toBe(before);
    if (stopped) background.stop();
    await background.setOnline(true);
    await background.traffic();
    await background.until(6 * MINUTE);
    expect(isOffline(background)).toBe(false);
    expect(testedAt(background)).toBeGreaterThan(before + 4 * MINUTE);
  });

  test.each(["balanced", "direct"] as const)(
    "what was offline when it was switched off is not so any more when it is switched on again: %s",
    async (mode) => {
      const background = alive();
      await background.traffic();
      await background.setOnline(false);
      await background.choose("system");
      await background.setOnline(true);
      await background.choose(mode);
      expect(isOffline(background)).toBe(false);
    },
  );

  test("a background that starts without a network says so and marks nothing as failed", async () => {
    const background = alive();
    await background.setOnline(false);
    await background.traffic();
    await background.until(2 * MINUTE);
    expect(isOffline(background)).toBe(true);
    expect(background.controller?.core?.state.monitoring.results).toEqual({});
  });
});

test("a list that could not be had while there was no network is fetched in the moment in which it is back", async () => {
  const config = {
    ...JSON.parse(CONFIG),
    route: {
      rule_set: [{ type: "remote", tag: "l", url: "https://lists.example/l.txt", format: "domains" }],
      rules: [{ rule_set: "l", outbound: "block" }],
      final: "a",
    },
  };
  const background = new MortalBackground(JSON.stringify(config), { a: { after: 50, worksUntil: Infinity } }, null);
  await background.setOnline(false);
  await background.traffic();
  await background.until(MINUTE);
  expect(background.downloads).toEqual(["a"]);
  await background.setOnline(true);
  expect(background.downloads).toEqual(["a", "a"]);
});
