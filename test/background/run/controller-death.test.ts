import { expect, test } from "vitest";
import { plansOf } from "../../../src/engine/snapshot.ts";
import { MortalBackground, type Proxies } from "../support/mortal-background.ts";

const MINUTE = 60_000;
const proxy = (tag: string, port: number) => ({ type: "http", tag, server: "192.0.2.1", server_port: port });
const CONFIG = JSON.stringify({
  outbounds: [
    { type: "balancer", tag: "g", outbounds: ["a", "b", "c"], strategy: "lowest-delay" },
    { type: "selector", tag: "s", outbounds: ["g", "b"] },
    proxy("a", 1001),
    proxy("b", 1002),
    proxy("c", 1003),
  ],
  experimental: { monitoring: { workers: 2, interval: "2m", idle_timeout: "3m" } },
});
const PROXIES: Proxies = {
  a: { after: 400, worksUntil: Infinity },
  b: { after: 120, worksUntil: 2 * MINUTE },
  c: { after: 30, worksUntil: 0 },
};

type Death = MortalBackground["death"];

/** A few minutes: a start, a cycle, a test asked for, an idle time and a touch; then all comes to an end. */
async function live(death: Death): Promise<{ readonly background: MortalBackground; readonly awaits: number }> {
  const background = new MortalBackground(CONFIG, PROXIES, death);
  await background.traffic();
  await background.until(MINUTE);
  await background.ask(["a", "c"]);
  await background.until(2.5 * MINUTE);
  await background.traffic();
  await background.until(9 * MINUTE);
  await background.traffic();
  await background.until(15 * MINUTE);
  const { awaits } = background;
  await background.until(17 * MINUTE);
  return { background, awaits };
}

/** What must come out whenever it died: moments may differ. */
function outcome({ controller, saved, left }: MortalBackground): object {
  const core = controller?.core;
  if (!core) throw new Error("there is no core at the end");
  const { results, exits, tests, waiting, cycle, pending, lookups, lookupQueue, asked, idle } = core.state.monitoring;
  return {
    results: Object.fromEntries(
      Object.entries(results).map(([tag, one]) => [tag, one.kind === "delay" ? one.delay : one.error.code]),
    ),
    exits: Object.fromEntries(Object.entries(exits).map(([tag, { exit, cached }]) => [tag, [exit.ip, cached]])),
    isSaved: Object.entries(results).every(
      ([tag, one]) => JSON.stringify(saved.get(tag)?.result) === JSON.stringify(one),
    ),
    exitsSaved: Object.entries(exits).every(
      ([tag, one]) => JSON.stringify(saved.get(tag)?.exit) === JSON.stringify(one),
    ),
    plans: plansOf(core.model, core.state),
    stillToCome: { tests, waiting, cycle, pending, lookups, lookupQueue },
    askedIsOver: asked === null || asked.done === asked.total,
    idle,
    connectionsLeft: [...left].sort(),
  };
}

test("M20, B18 · a background that dies at any await, before or after what it waits for, comes to the same end", async () => {
  const { background: whole, awaits } = await live(null);
  const expected = outcome(whole);
  expect(expected).toMatchObject({ results: { a: 400, b: "refused", c: "refused" }, isSaved: true, idle: true });
  for (let at = 1; at <= awaits; at++)
    for (const after of [false, true]) {
      const { background } = await live({ at, after });
      expect(background.tooSoon).toEqual([]);
      expect(background.deaths, `await ${at} is reached`).toBe(1);
      expect(outcome(background), `died ${after ? "after" : "before"} await ${at} of ${awaits}`).toEqual(expected);
    }
}, 120_000);

test("M18, B9 · a test that died with the background is not held against its proxy, whatever was picked before", async () => {
  const background = new MortalBackground(CONFIG, { ...PROXIES, b: { after: 120, worksUntil: Infinity } }, null);
  background.picks = { s: "b" };
  await background.traffic();
  await background.until(MINUTE);
  await background.ask(["a", "b"]);
  expect(Object.keys(background.controller?.core?.state.monitoring.tests ?? {})).toEqual(["a", "b"]);
  background.left.clear();
  background.stop();
  await background.until(1.75 * MINUTE);
  await background.traffic();
  expect([...background.left]).toEqual([]);
  await background.until(1.8 * MINUTE);
  const { a, b } = background.controller?.core?.state.monitoring.results ?? {};
  expect([a, b]).toMatchObject([{ delay: 400 }, { delay: 120 }]);
});
