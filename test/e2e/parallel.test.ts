import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, readView, waitForView } from "./support/extension-page.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

const KINDS = ["http", "https", "socks5", "socks4"] as const;
/** Ten of each kind; those that share an address are of several kinds. */
const PROXIES = Array.from({ length: 40 }, (_, i) => ({
  name: `p${i + 1}`,
  kind: KINDS[i % KINDS.length] ?? "http",
  exit: i + 1,
  address: (i % 5) + 1,
  delayMs: 20 + ((i * 7) % 40) * 20,
}));

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ proxies: PROXIES }, kind);
    await world.on({ monitoring: { url_test_timeout: "20s", on_demand_timeouts: ["15s", "20s", "30s"] } });
  });
  afterAll(() => world?.close());

  test("M1 · forty tests of one host at once, by proxies of every kind, are each measured through their own proxy, while pages load", async () => {
    let loading = true;
    const pages = (async () => {
      for (let i = 0; loading && i < 200; i++)
        await (await world.browser.visit(`https://busy${i}.example/page?n=20&host=i%25i.busy${i}.example`)).close();
    })();
    for (let round = 0; round < 3; round++) {
      world.lab.clear();
      const asked = Date.now();
      await ask(world.page, "test", []);
      const view = await waitForView(
        world.page,
        "all forty",
        (v) => allTested(v) && v.members.every(({ testedAt }) => (testedAt ?? 0) >= asked),
      );
      for (const { name, exit, delayMs } of PROXIES) {
        const shown = memberIn(view, name).shown;
        expect(shown.kind === "delay" ? shown.delay : shown, name).toBeGreaterThanOrEqual(delayMs);
        // The site itself says by which exit each test came: every exit saw one, none saw another's.
        expect(
          world.lab.requests({ path: "/generate_204", via: `127.0.1.${exit}` }).length,
          name,
        ).toBeGreaterThanOrEqual(1);
      }
    }
    loading = false;
    await pages;
  });

  test("IP1, M3 · each member's exit is the one that the lab gave its proxy, also for members that share an address", async () => {
    const view = await waitForView(world.page, "every exit", (v) => v.members.every(({ exit }) => exit !== null));
    for (const { name, exit } of PROXIES) {
      const { ip, country } = world.lab.exit(exit);
      expect(memberIn(view, name).exit, name).toMatchObject({ ip, ...(country ? { country } : {}) });
      expect(memberIn(view, name).exitCached).toBe(false);
    }
  });

  test("the order of the delays measured is that of the proxies' own delays", async () => {
    const view = await readView(world.page);
    const delay = (name: string) => {
      const { shown } = memberIn(view, name);
      return shown.kind === "delay" ? shown.delay : Number.NaN;
    };
    const [fastest] = PROXIES.toSorted((a, b) => a.delayMs - b.delayMs);
    const [slowest] = PROXIES.toSorted((a, b) => b.delayMs - a.delayMs);
    expect(delay(fastest?.name ?? "")).toBeLessThan(delay(slowest?.name ?? ""));
  });
});
