import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ExtensionCopy } from "./support/extension-copy.ts";
import { ask, readView, waitForView } from "./support/extension-page.ts";
import { createDeafExtension } from "./support/faulty-extension.ts";
import { until } from "./support/until.ts";
import { allTested, createWorld, memberIn, viaCounts, type World } from "./support/world.ts";

const COUNT = 20;
const proxies = Array.from({ length: COUNT }, (_, i) => ({
  name: `p${i}`,
  kind: (["http", "https", "socks5"] as const)[i % 3] ?? "http",
  exit: i + 1,
  delayMs: 20 + 10 * i,
}));

/** However much a busy machine adds to one delay, all that answer take turns. */
const TURNS = {
  type: "balancer",
  tag: "turns",
  outbounds: proxies.map(({ name }) => name),
  strategy: "round-robin",
  delay_acceptable_ratio: 1_000,
};

describe("in a Chrome that hands on no texts of PAC errors", () => {
  let deaf: ExtensionCopy;
  let world: World;
  beforeAll(async () => {
    deaf = createDeafExtension();
    world = await createWorld({ proxies }, "chrome", deaf.folder);
  });
  afterAll(async () => {
    await world?.close();
    await deaf?.remove();
  });

  test("M1 · every proxy is tested, each through itself: its delay and its exit", async () => {
    const view = await world.on({ groups: [TURNS], final: TURNS.tag });
    for (const [i, { name, delayMs }] of proxies.entries()) {
      const { shown } = memberIn(view, name);
      if (shown.kind !== "delay") throw new Error(`${name} is ${JSON.stringify(shown)}`);
      expect(shown.delay, name).toBeGreaterThanOrEqual(delayMs);
      await until(`the exit of ${name}`, async () => memberIn(await readView(world.page), name).exit);
      expect(memberIn(await readView(world.page), name).exit?.ip, name).toBe(world.lab.exit(i + 1).ip);
    }
  });

  test("RR1 · requests are balanced over those that work, and a dead one loses its traffic", async () => {
    await world.lab.proxy("p0").stop();
    await ask(world.page, "test", ["p0"]);
    const view = await waitForView(
      world.page,
      "its death",
      (v) => memberIn(v, "p0").shown.kind === "failed" && allTested(v),
    );
    const using = view.groups.find(({ tag }) => tag === TURNS.tag)?.using ?? [];
    expect(using).not.toContain("p0");
    expect(using.length).toBeGreaterThan(1);
    world.lab.clear();
    for (const i of using.keys()) await (await world.browser.visit(`https://site${i}.example/page`)).close();
    const exits = using.map((name) => world.lab.exit(proxies.findIndex((one) => one.name === name) + 1).address);
    expect(Object.keys(viaCounts(world.lab.requests({ path: "/page" }))).sort()).toEqual(exits.sort());
  });

  test("B20 · the background stopped and woken goes on", async () => {
    await world.browser.stopBackground();
    const asked = Date.now();
    await ask(world.page, "test", ["p1", "p2"]);
    const view = await waitForView(
      world.page,
      "both tested",
      (v) => allTested(v) && ["p1", "p2"].every((name) => (memberIn(v, name).testedAt ?? 0) > asked),
    );
    expect(view.control.kind).toBe("ours");
  });
});
