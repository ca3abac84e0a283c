import { expect, test } from "vitest";
import { decide } from "../../../src/decision/decide.ts";
import { createMemory } from "../../../src/decision/memory.ts";
import { prepare } from "../../../src/decision/prepare.ts";
import { leadsTo } from "../../../src/engine/leads.ts";
import { instant } from "../../../src/model/units.ts";
import type { Mode } from "../../../src/protocol/view.ts";
import { MortalBackground } from "../support/mortal-background.ts";

const CONFIG = JSON.stringify({
  outbounds: [
    { type: "balancer", tag: "g", outbounds: ["a"] },
    { type: "http", tag: "a", server: "192.0.2.1", server_port: 1001 },
  ],
  route: { rules: [{ domain_suffix: ["blocked.test"], outbound: "block" }], final: "g" },
});

const WORKS = { a: { after: 40, worksUntil: Infinity } };

/** Where requests to an ordinary and to a blocked host go by what the router was told. */
function ways({ routed }: MortalBackground) {
  if (routed === null || typeof routed === "string") return routed;
  return ["x.test", "blocked.test"].map((host) => {
    const request = { scheme: "https", host, port: 443, container: "" };
    return decide(prepare(routed.base), routed.plans, createMemory(), request, instant(0)).outbound;
  });
}

/** What a background does that starts in this mode and has a minute. */
async function live(mode: Mode, text: string) {
  const background = new MortalBackground(text, WORKS, null);
  background.mode = mode;
  await background.traffic();
  await background.until(60_000);
  const tested = background.controller?.core?.state.monitoring.results.a?.kind === "delay";
  return { routed: ways(background), tested };
}

test.each([
  ["balanced", CONFIG, ["a", "block"], true],
  ["direct", CONFIG, ["direct", "direct"], true],
  ["system", CONFIG, "released", false],
  ["balanced", "{", "blocked", false],
  ["direct", "{", ["direct", "direct"], false],
  ["system", "{", "released", false],
] as const)("M1, B20 · %s, with the configuration %s: %j, tests run: %s", async (mode, text, routed, tested) => {
  expect(await live(mode, text)).toMatchObject({ routed, tested });
});

test("M11 · what is picked while it is off is to be seen at once, after a stop too, and is in force when it is switched on", async () => {
  const config = JSON.stringify({
    outbounds: [
      { type: "selector", tag: "s", outbounds: ["a", "b"] },
      { type: "http", tag: "a", server: "192.0.2.1", server_port: 1001 },
      { type: "http", tag: "b", server: "192.0.2.1", server_port: 1002 },
    ],
    route: { final: "s" },
  });
  const background = new MortalBackground(config, { ...WORKS, b: { after: 40, worksUntil: Infinity } }, null);
  const picked = () => {
    const { core } = background.controller ?? {};
    return core && leadsTo(core.model, core.state, "s");
  };
  await background.choose("system");
  expect(picked()).toBe("a");
  background.isWatched = true;
  await background.pick("s", "b");
  expect([picked(), background.shown]).toEqual(["b", 1]);
  background.stop();
  await background.touch();
  expect(picked()).toBe("b");
  await background.choose("balanced");
  await background.until(60_000);
  expect([picked(), ways(background)]).toEqual(["b", ["b", "b"]]);
});

test("direct: what a proxy carried is not asked for again without one when it dies", async () => {
  const dying = { a: { after: 40, worksUntil: 30_000 } };
  for (const mode of ["balanced", "direct"] as const) {
    const background = new MortalBackground(CONFIG, dying, null);
    background.mode = mode;
    await background.traffic();
    await background.until(40_000);
    await background.ask(["a"]);
    await background.until(60_000);
    expect([...background.left], mode).toEqual(mode === "balanced" ? ["a"] : []);
  }
});

test.each([
  ["balanced", "blocked"],
  ["direct", ["direct", "direct"]],
  ["system", "released"],
] as const)("B20 · %s, and temporary rules that cannot be read: %j", async (mode, routed) => {
  const background = new MortalBackground(CONFIG, WORKS, null);
  background.mode = mode;
  background.broken.add("temporary");
  await background.traffic();
  await background.until(60_000);
  expect(ways(background)).toEqual(routed);
});

test.each(["temporary", "take"] as const)(
  "B20 · what cannot be put in force (%s) blocks until it can",
  async (what) => {
    const background = new MortalBackground(CONFIG, WORKS, null);
    background.broken.add(what);
    await background.traffic();
    await expect(background.controller?.apply()).rejects.toThrow("broken");
    await background.until(60_000);
    expect(ways(background)).toBe("blocked");
    // That it is on is known: what a browser has in force need not say it.
    expect(background.blockedFor).toBe("router");
    background.broken.clear();
    await background.until(90_000);
    expect(ways(background)).toEqual(["a", "block"]);
  },
);

test("B20 · what nobody asked for may fail without a word (an unhandled rejection would end this run), and holds up nothing", async () => {
  const background = new MortalBackground(CONFIG, WORKS, null);
  await background.traffic();
  background.broken.add("take").add("check");
  await background.renew();
  await background.until(60_000);
  expect([ways(background), background.settled]).toEqual(["blocked", 2]);
  background.broken.clear();
  await background.until(90_000);
  expect(ways(background)).toEqual(["a", "block"]);
});

test("plans that cannot be told are told with the next beat, and what came meanwhile is not left lying", async () => {
  const dying = { a: { after: 40, worksUntil: 30_000 } };
  const background = new MortalBackground(CONFIG, dying, null);
  await background.traffic();
  await background.until(20_000);
  background.broken.add("update");
  await background.until(40_000);
  await background.ask(["a"]);
  await background.until(55_000);
  // A death is news for the group: its plan counts it, and its connections are left.
  expect([...background.left]).toEqual(["a"]);
  const deaths = () => background.routed !== null && JSON.stringify(background.routed).includes('"deaths"');
  expect(deaths()).toBe(false);
  background.broken.clear();
  await background.until(65_000);
  expect(deaths()).toBe(true);
});

test("B11 · a list's download through a proxy that dies begins anew through the one that takes over", async () => {
  const config = JSON.stringify({
    outbounds: [
      { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" },
      { type: "http", tag: "a", server: "192.0.2.1", server_port: 1001 },
      { type: "http", tag: "b", server: "192.0.2.2", server_port: 1001 },
    ],
    route: { rule_set: [{ type: "remote", tag: "l", url: "https://l.example/x", format: "domains" }], final: "g" },
  });
  const dying = { a: { after: 40, worksUntil: 30_000 }, b: { after: 90, worksUntil: Infinity } };
  const background = new MortalBackground(config, dying, null);
  await background.traffic();
  await background.until(40_000);
  await background.ask(["b"]);
  await background.until(41_000);
  expect(background.downloads).toEqual(["a"]);
  await background.ask(["a"]);
  await background.until(56_000);
  expect(background.downloads).toEqual(["a", "b"]);
});

test("B20 · the direct mode that cannot be left as was asked for blocks, and does not go on", async () => {
  const background = new MortalBackground(CONFIG, WORKS, null);
  background.mode = "direct";
  await background.traffic();
  background.broken.add("take");
  await expect(background.choose("balanced")).rejects.toThrow("broken");
  expect(ways(background)).toBe("blocked");
  background.broken.clear();
  await background.choose("balanced");
  expect(ways(background)).toEqual(["a", "block"]);
});

test("B20 · settings that cannot be read are read again in growing pauses, and all goes on when they can", async () => {
  const background = new MortalBackground(CONFIG, WORKS, null);
  background.broken.add("settings");
  await background.traffic();
  expect(ways(background)).toBe("blocked");
  await background.until(120_000);
  // 1, 2, 4, 8, 16 and 30 s apart
  expect(background.reads).toBeGreaterThan(5);
  expect(background.reads).toBeLessThan(12);
  expect(ways(background)).toBe("blocked");
  background.broken.clear();
  await background.until(160_000);
  expect(ways(background)).toEqual(["a", "block"]);
  expect(background.controller?.core?.state.monitoring.results.a?.kind).toBe("delay");
});

test("B20 · whoever opens the popup has them read again at once, and what was entered is still there", async () => {
  const background = new MortalBackground(CONFIG, WORKS, null);
  background.broken.add("settings");
  await background.traffic();
  await background.until(70_000);
  await expect(background.choose("system")).rejects.toThrow("storage");
  background.broken.clear();
  await background.until(72_000);
  await background.touch();
  expect(ways(background)).toEqual(["a", "block"]);
});

test("what the router's side knew is taken up once, however often the settings are read: it has learnt more since", async () => {
  const background = new MortalBackground(CONFIG, WORKS, null);
  await background.traffic();
  await background.until(30_000);
  background.stop();
  background.broken.add("settings");
  await background.until(60_000);
  background.broken.clear();
  await background.until(120_000);
  expect(ways(background)).toEqual(["a", "block"]);
  expect(background.takenUp).toBe(1);
});

test("the browser's own settings that could not be given back are given back later", async () => {
  const background = new MortalBackground(CONFIG, WORKS, null);
  await background.traffic();
  background.broken.add("release");
  await expect(background.choose("system")).rejects.toThrow("broken");
  await background.until(60_000);
  background.broken.clear();
  await background.until(120_000);
  expect(ways(background)).toBe("released");
});
