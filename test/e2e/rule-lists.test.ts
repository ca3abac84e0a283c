import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RuleListView } from "../../src/protocol/view.ts";
import { html, whole } from "../lab/origin/answer.ts";
import { regularContainer } from "./support/extension-browser.ts";
import { ask, readView, saveConfig, waitForView } from "./support/extension-page.ts";
import { until } from "./support/until.ts";
import { createWorld, type World } from "./support/world.ts";

const LIST = "lists.example/hosts.txt";
const text = (body: string) => whole(200, "text/plain", body);

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(
      {
        proxies: [
          { name: "usual", kind: "http", exit: 1 },
          { name: "listed", kind: "http", exit: 2 },
          { name: "carrier", kind: "socks5", exit: 3 },
        ],
      },
      kind,
    );
  });
  afterAll(() => world?.close());

  const [USUAL, LISTED, CARRIER] = ["127.0.1.1", "127.0.1.2", "127.0.1.3"];

  const config = (more: object = {}) =>
    world.lab.config({
      rules: [{ rule_set: "hosts", outbound: "listed" }],
      lists: [
        { type: "remote", tag: "hosts", url: `https://${LIST}`, format: "domains", download_detour: "carry", ...more },
      ],
      groups: [{ type: "balancer", tag: "carry", outbounds: ["carrier"], strategy: "lowest-delay" }],
      final: "usual",
    });

  const loaded = (what: string, isWanted: (list: RuleListView) => boolean) =>
    waitForView(world.page, what, ({ lists: [list] }) => list !== undefined && !list.updating && isWanted(list));

  /** How a page goes now; empty: nothing reached it. */
  async function way(host: string): Promise<readonly string[]> {
    const before = world.lab.requests({ host, path: "/via" }).length;
    await (await world.browser.visit(`https://${host}/via`)).close();
    return [
      ...new Set(
        world.lab
          .requests({ host, path: "/via" })
          .slice(before)
          .map(({ via }) => via),
      ),
    ];
  }

  /** The view may tell of a list a moment before requests go by it. */
  const goes = (host: string, via: string): Promise<boolean> =>
    until(`${host} through ${via}`, async () => (await way(host)).join() === via);

  test("B20 · until a list is loaded for the first time, what reaches its rule is blocked, and it is said why", async () => {
    world.lab.setAnswer(LIST, whole(503, "text/plain", "later"));
    await saveConfig(world.page, config());
    await ask(world.page, "setMode", "balanced");
    const view = await loaded("the failure", ({ trouble }) => trouble !== null);
    expect(view.lists).toMatchObject([{ tag: "hosts", taken: null, trouble: { kind: "status", status: 503 } }]);
    expect(await way("www.first.example")).toEqual([]);
    expect(
      await ask(world.page, "tab", { url: "https://www.first.example/", tabId: 0, container: regularContainer(kind) }),
    ).toMatchObject({
      outbound: "block",
      rule: 0,
      missingList: "hosts",
    });
  });

  test("a list is fetched through its own outbound alone, and sends what it has its way", async () => {
    world.lab.setAnswer(LIST, text("# hosts\nfirst.example\nnot a host\n"));
    await ask(world.page, "updateList", "hosts");
    const { lists } = await loaded("the list", ({ taken }) => taken === 1);
    expect(lists).toMatchObject([{ left: { unreadable: 1 }, trouble: null }]);
    expect(new Set(world.lab.requests({ host: "lists.example" }).map(({ via }) => via))).toEqual(new Set([CARRIER]));
    await goes("www.first.example", LISTED);
    await goes("www.second.example", USUAL);
  });

  test("what is no list leaves the last good one in force; the next good one takes its place", async () => {
    for (const [answer, why] of [
      [html("Welcome", "<h1>Log in</h1>"), "html"],
      [text(""), "empty"],
      [text("{ what\n{ is this"), "unreadable"],
      [text("OK"), "unreadable"],
      [whole(302, "", "", { location: `http://${LIST}` }), "redirect"],
    ] as const) {
      world.lab.setAnswer(LIST, answer);
      await ask(world.page, "updateList", "hosts");
      await loaded(why, ({ trouble }) => trouble?.kind === why);
    }
    expect(await way("www.first.example")).toEqual([LISTED]);
    world.lab.setAnswer(LIST, text(Array.from({ length: 20_000 }, (_, i) => `s${i}.second.example`).join("\n")));
    await ask(world.page, "updateList", "hosts");
    await loaded("the long list", ({ taken, trouble }) => taken === 20_000 && trouble === null);
    await goes("s19999.second.example", LISTED);
    await goes("www.first.example", USUAL);
  });

  test("a list whose address leads elsewhere is fetched there, through its own outbound alone", async () => {
    world.lab.setAnswer(LIST, whole(302, "", "", { location: "https://moved.example/raw" }));
    world.lab.setAnswer("moved.example/raw", whole(301, "", "", { location: "/raw/hosts.txt" }));
    const names = Array.from({ length: 20_000 }, (_, i) => `s${i}.second.example`);
    world.lab.setAnswer("moved.example/raw/hosts.txt", text([...names, "moved-to.example"].join("\n")));
    await ask(world.page, "updateList", "hosts");
    await loaded("the list", ({ taken, trouble }) => taken === 20_001 && trouble === null);
    await goes("moved-to.example", LISTED);
    expect(new Set(world.lab.requests({ host: "moved.example" }).map(({ via }) => via))).toEqual(new Set([CARRIER]));
    world.lab.setAnswer(LIST, text(names.join("\n")));
    await ask(world.page, "updateList", "hosts");
    await loaded("the list at its own address", ({ taken }) => taken === 20_000);
  });

  test("the list is there after the browser was started again, also where its address has gone", async () => {
    world.lab.setAnswer(LIST, { kind: "hang" });
    world.browser = await world.browser.restart();
    world.page = await world.browser.open("popup/index.html");
    await goes("s7.second.example", LISTED);
    expect(world.lab.requests({ host: "s7.second.example" }).filter(({ via }) => via !== LISTED)).toEqual([]);
    expect((await readView(world.page)).lists).toMatchObject([{ taken: 20_000 }]);
  });

  test("directly where the list itself says so, and nowhere else", async () => {
    world.lab.setAnswer("direct.example/hosts.txt", text("third.example"));
    await saveConfig(world.page, config({ url: "https://direct.example/hosts.txt", download_detour: "direct" }));
    await loaded("the list", ({ taken }) => taken === 1);
    expect(world.lab.requests({ via: "direct" }).map(({ host }) => host)).toEqual(["direct.example"]);
    await goes("third.example", LISTED);
  });
});
