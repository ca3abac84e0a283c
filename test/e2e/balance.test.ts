import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { regularContainer } from "./support/extension-browser.ts";
import { ask, readView, waitForView } from "./support/extension-page.ts";
import { until } from "./support/until.ts";
import { createWorld, memberIn, viaCounts, type World } from "./support/world.ts";

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(
      {
        proxies: [
          { name: "slow", kind: "http", exit: 1, delayMs: 90 },
          { name: "quick", kind: "http", exit: 2, delayMs: 10 },
          { name: "middle", kind: "socks5", exit: 3, delayMs: 60 },
          { name: "far", kind: "http", exit: 4, delayMs: 700 },
        ],
      },
      kind,
    );
    await world.on();
  });
  afterAll(() => world?.close());

  /** Loads a page with images of many sites, each an origin of its own; how many came by each exit. */
  async function imagesBy(name: string, count: number): Promise<Record<string, number>> {
    const tab = await world.browser.visit(`https://${name}.example/page?n=${count}&host=i%25i.${name}.example`);
    const seen = () => world.lab.requests({ host: new RegExp(`^i\\d+\\.${name}\\.example$`), path: /^\/image/ });
    await until("the images", () => seen().length >= count);
    await tab.close();
    return viaCounts(seen());
  }

  /**
   * A first test on a busy machine may have taken longer than another proxy's; then the group stays for 30 s with what it
   * took, whatever is measured since (LD5).
   */
  const quickIsFastest = () =>
    until(
      "quick to be the fastest",
      async () => {
        const view = await readView(world.page);
        if (view.groups.find(({ tag }) => tag === "fastest")?.selected === "quick") return view;
        await ask(world.page, "test", ["fastest"]);
        throw new Error(JSON.stringify(view.members.map(({ tag, shown }) => [tag, shown])));
      },
      60_000,
    );

  test("RR2, RR4 · round-robin spreads sites over the alive members, and a member beyond the acceptable delay gets none", async () => {
    await ask(world.page, "pick", { group: "select", member: "balance" });
    const counts = await imagesBy("spread", 30);
    expect(Object.keys(counts).sort()).toEqual(["127.0.1.1", "127.0.1.2", "127.0.1.3"]);
    for (const count of Object.values(counts)) expect(count).toBeGreaterThanOrEqual(5);
  });

  test("LD1, LD2 · lowest-delay sends everything through the fastest member", async () => {
    await ask(world.page, "pick", { group: "select", member: "fastest" });
    await quickIsFastest();
    expect(await imagesBy("fast", 12)).toEqual({ "127.0.1.2": 12 });
  });

  test("a rule sends its domain another way, and the popup says who serves the tab and by which rule", async () => {
    await world.on({ rules: [{ domain_suffix: ["ruled.example"], outbound: "far" }], selected: "fastest" });
    await ask(world.page, "pick", { group: "select", member: "fastest" });
    const tab = await world.browser.visit("https://www.ruled.example/via");
    expect(world.lab.requests({ host: "www.ruled.example", path: "/via" }).map(({ via }) => via)).toEqual([
      "127.0.1.4",
    ]);
    expect(
      await ask(world.page, "tab", {
        url: "https://www.ruled.example/via",
        tabId: 0,
        container: regularContainer(kind),
      }),
    ).toMatchObject({
      host: "www.ruled.example",
      outbound: "far",
      via: [],
      rule: 0,
      seen: true,
      why: [],
    });
    expect(
      await ask(world.page, "tab", {
        url: "https://never-visited.example/",
        tabId: 0,
        container: regularContainer(kind),
      }),
    ).toMatchObject({
      outbound: "quick",
      via: ["select", "fastest"],
      rule: null,
      seen: false,
      why: [
        { group: "select", member: "fastest" },
        { group: "fastest", member: "quick" },
      ],
    });
    await tab.close();
  });

  test("B7, LD4 · a stopped proxy loses its traffic once its failing connection was tested, long before the next cycle", async () => {
    await ask(world.page, "pick", { group: "select", member: "fastest" });
    await world.lab.proxy("quick").stop();
    await (await world.browser.visit("https://first.dead.example/via")).close();
    const view = await waitForView(
      world.page,
      "the failure",
      (v) => memberIn(v, "quick").shown.kind === "failed",
      5_000,
    );
    expect(memberIn(view, "quick").shown).toMatchObject({ kind: "failed", error: { code: "refused" } });
    // All by one other member, the fastest of those left as it was measured.
    const counts = await imagesBy("after", 6);
    expect(Object.values(counts)).toEqual([6]);
    expect(counts).not.toHaveProperty(["127.0.1.2"]);
    await world.lab.proxy("quick").start();
  });
});
