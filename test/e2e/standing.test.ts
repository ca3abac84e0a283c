import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fault, ProxyKind } from "../lab/proxy/behaviour.ts";
import { ask, waitForView } from "./support/extension-page.ts";
import { until } from "./support/until.ts";
import { allTested, createWorld, memberIn, type World } from "./support/world.ts";

/** How a proxy turns away who comes anew. */
const CASES: Readonly<Record<string, { readonly kind: ProxyKind; readonly fault: Fault }>> = {
  refusing: { kind: "http", fault: { kind: "status", status: 503 } },
  closing: { kind: "http", fault: { kind: "drop", at: "connect" } },
  "socks-refusing": { kind: "socks5", fault: { kind: "status", status: 503 } },
  "https-resetting": { kind: "https", fault: { kind: "reset", at: "connect" } },
};

/** Goes without a word: packets to it are lost. */
const SILENT = "silent";
const NAMES = [...Object.keys(CASES), SILENT];

/**
 * A proxy may refuse whoever comes anew, as one whose quota is used up, and go on with those it let in: a test by a
 * connection that stands says nothing of the next one.
 */
describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  let sites = 0;
  beforeAll(async () => {
    const quick = NAMES.map((name, at) => ({ name, kind: CASES[name]?.kind ?? "http", exit: at + 1 }));
    world = await createWorld({ proxies: [...quick, { name: "slow", kind: "http", exit: 9, delayMs: 400 }] }, kind);
    await world.on({
      groups: NAMES.map((name) => ({
        type: "balancer",
        tag: `of-${name}`,
        outbounds: [name, "slow"],
        strategy: "lowest-delay",
      })),
      rules: NAMES.map((name) => ({ domain_suffix: [`${name}.example`], outbound: `of-${name}` })),
    });
    // By either name of the test address a connection stands.
    await ask(world.page, "test", []);
    await waitForView(world.page, "the second test of all", (view) => view.asked === null && allTested(view));
  });
  afterAll(() => world?.close());

  /** A new site each time: nothing that stands is of use to it. */
  const visit = async (name: string): Promise<string | undefined> => {
    const host = `site-${++sites}.${name}.example`;
    const page = await world.browser.visit(`https://${host}/page`);
    await page.close();
    return world.lab.requests({ host, path: "/page" })[0]?.via;
  };
  const exitOf = (name: string): string => world.lab.proxy(name).exit.address;

  test.each(Object.entries(CASES))(
    "B7 · one that is %s for new connections alone is found out",
    async (name, { fault }) => {
      await until("a page through it", async () => (await visit(name)) === exitOf(name));
      world.lab.proxy(name).set({ fault });
      await visit(name);
      await waitForView(world.page, "its failure", (view) => memberIn(view, name).shown.kind === "failed");
      expect(await visit(name)).toBe(exitOf("slow"));
      world.lab.proxy(name).set({ fault: null });
      await ask(world.page, "test", [name]);
      await waitForView(world.page, "that it works again", (view) => memberIn(view, name).shown.kind === "delay");
    },
  );

  test("B7 · one that leaves a request without an answer is found out before the browser gives it up", async () => {
    await until("a page through it", async () => (await visit(SILENT)) === exitOf(SILENT));
    world.lab.proxy(SILENT).set({ fault: { kind: "hang", at: "accept" } });
    world.lab.proxy(SILENT).cut();
    let givenUp = false;
    const hanging = visit(SILENT).finally(() => {
      givenUp = true;
    });
    await waitForView(world.page, "its failure", (view) => memberIn(view, SILENT).shown.kind === "failed");
    expect(givenUp).toBe(false);
    expect((await ask(world.page, "readLog")).join("\n")).toContain(
      `test ${SILENT}: a connection through it has no answer`,
    );
    expect(await visit(SILENT)).toBe(exitOf("slow"));
    world.lab.proxy(SILENT).cut();
    await hanging;
  });
});
