import type { Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { BrowserKind } from "../../../scripts/find-browser.mjs";
import type { ConnectionSettings } from "../../../src/model/settings.ts";
import { closePages } from "./close-pages.ts";
import { ask, readView, waitForView } from "./extension-page.ts";
import { createGrantedExtension } from "./granted-extension.ts";
import { until } from "./until.ts";
import { createWorld, memberIn, type World } from "./world.ts";

/** How long a browser is watched for what it must not do. */
const QUIET_MS = 1_500;

const GROUP = { type: "balancer", tag: "main", outbounds: ["a", "b"], strategy: "round-robin" };
const EXIT = { a: "127.0.1.1", b: "127.0.1.2", c: "127.0.1.3" };

/**
 * `a` serves until it dies, then `b` does, which is too slow beside it; what is below other.example goes through `c`, which always works.
 */
export function closingCases(kind: BrowserKind): void {
  let world: World;
  let granted: ReturnType<typeof createGrantedExtension>;
  let kept: Page;

  beforeAll(async () => {
    granted = createGrantedExtension(kind);
    const proxies = [
      { name: "a", kind: "http", exit: 1, delayMs: 10 },
      { name: "b", kind: "http", exit: 2, delayMs: 700 },
      { name: "c", kind: "http", exit: 3, delayMs: 10 },
    ] as const;
    world = await createWorld({ proxies }, kind, granted.folder);
    await use(true, {});
    kept = await openKept();
  });
  afterEach(() => closePages(world.browser.browser, [kept, world.page]));
  afterAll(async () => {
    await world?.close();
    await granted?.remove();
  });

  /** The configuration; `a` serves when it resolves. */
  async function use(
    interrupt: boolean,
    connections: Partial<ConnectionSettings>,
    more: readonly Readonly<Record<string, unknown>>[] = [],
  ): Promise<void> {
    await world.lab.restore();
    // Over a tunnel that stands Chrome adds what the connection took when it was made, in the test before this one.
    for (const name of ["a", "b"]) world.lab.proxy(name).cut();
    const config = world.lab.config({
      groups: [{ ...GROUP, interrupt_exist_connections: interrupt }, ...more],
      rules: [
        { domain_suffix: ["other.example"], outbound: "c" },
        { domain_suffix: ["late.example"], outbound: more.length > 0 ? "late" : "main" },
      ],
      final: "main",
      monitoring: { interval: "1h", url_test_timeout: "2s", on_demand_timeouts: ["2s"] },
    });
    const experimental = { ...config.experimental, connections };
    const { revision } = await ask(world.page, "readConfig");
    const saved = await ask(world.page, "saveConfig", {
      text: JSON.stringify({ ...config, experimental }),
      basedOn: revision,
    });
    expect(saved.kind).toBe("saved");
    await ask(world.page, "setMode", "balanced");
    await revive();
  }

  async function revive(): Promise<void> {
    world.lab.proxy("a").set({ fault: null });
    await until("a alone serving", async () => {
      await ask(world.page, "test", ["a", "b", "c"]);
      const view = await waitForView(world.page, "the tests' end", (v) => v.asked === null);
      const all = view.members.every(({ shown }) => shown.kind === "delay");
      return all && view.groups.find(({ tag }) => tag === "main")?.using.join() === "a";
    });
    world.lab.clear();
  }

  /** `a` hangs from now on. */
  const hang = () => world.lab.proxy("a").set({ fault: { kind: "hang", at: "tunnel" } });

  /** A test finds out that `a` hangs. */
  async function die(): Promise<void> {
    await ask(world.page, "test", ["a"]);
    await waitForView(world.page, "a's death", (v) => memberIn(v, "a").shown.kind === "failed");
  }

  /** A tab with a page of `c`. */
  const tabAt = (name: string): Promise<Page> => world.browser.visit(`https://${name}.other.example/page`);

  const go = (tab: Page, url: string) => tab.evaluate((to) => location.assign(to), url);

  const reached = (host: string) => world.lab.requests({ host }).map(({ via }) => via);

  /** Resolves when the lab's proxy has been asked for a host. */
  const asked = (name: "a" | "b" | "c", host: string) =>
    until(`${name} asked for ${host}`, () => world.lab.proxy(name).events.some((event) => event.host === host));

  const quiet = () => new Promise((done) => setTimeout(done, QUIET_MS));

  /** A tab with a WebSocket and a stream that does not end, and beside it a download as long, all through `c`. */
  async function openKept(): Promise<Page> {
    const beside = await tabAt("beside");
    await go(beside, "https://kept-file.other.example/drip?n=100000&ms=50");
    await until("the kept download", async () => (await keptFile()).bytes > 0);
    await beside.close();
    const tab = await tabAt("kept");
    await tab.evaluate(() => {
      const seen = { bytes: 0, ended: false, echoes: 0, socket: new WebSocket("wss://socket.other.example/") };
      Object.assign(globalThis, { seen });
      seen.socket.onmessage = () => void seen.echoes++;
      const read = async () => {
        const reader = (await fetch("https://stream.other.example/drip?n=100000&ms=50")).body?.getReader();
        for (;;) {
          const piece = await reader?.read();
          seen.bytes += piece?.value?.length ?? 0;
          if (piece?.done) break;
        }
      };
      void read()
        .catch(() => {})
        .finally(() => Object.assign(seen, { ended: true }));
    });
    await until("the kept connections", async () => (await keptState()).bytes > 0);
    return tab;
  }

  async function keptState(): Promise<{ bytes: number; ended: boolean; echoes: number }> {
    const page = kept ?? (await world.browser.browser.pages()).find((one) => one.url().includes("kept.other"));
    return page.evaluate(() => {
      const { seen } = globalThis as unknown as {
        seen: { bytes: number; ended: boolean; echoes: number; socket: WebSocket };
      };
      if (seen.socket.readyState === 1) seen.socket.send("still there?");
      return { bytes: seen.bytes, ended: seen.ended, echoes: seen.echoes };
    });
  }

  /** The kept download as the browser has it: begun once, and never paused. */
  const keptFile = (): Promise<{ bytes: number; states: readonly string[] }> =>
    world.page.evaluate(async () => {
      const api = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
      const items = (await api.downloads.search({})).filter(({ url }) => url.includes("kept-file.other"));
      return {
        bytes: items[0]?.bytesReceived ?? 0,
        states: items.map(({ state, paused }) => (paused ? "paused" : state)),
      };
    });

  async function expectKept(): Promise<void> {
    const before = { ...(await keptState()), file: await keptFile() };
    await until("the other member's stream, socket and download", async () => {
      const now = { ...(await keptState()), file: await keptFile() };
      const goesOn = now.bytes > before.bytes && now.file.bytes > before.file.bytes;
      return goesOn && now.echoes > before.echoes && !now.ended;
    });
    expect((await keptFile()).states).toEqual(["in_progress"]);
  }

  /** Fetches, in a page, what its site never answers; resolves when `a` carries it. */
  async function hangIn(tab: Page, host: string): Promise<void> {
    await tab.evaluate((address) => {
      const mark = { ended: false };
      Object.assign(globalThis, { mark });
      fetch(address).catch(() => Object.assign(mark, { ended: true }));
    }, `https://${host}/hang`);
    await until("the request", () => reached(host).length > 0);
  }

  const markIn = (tab: Page) =>
    tab.evaluate(() => (globalThis as unknown as { mark?: { ended: boolean } }).mark?.ended ?? "another page");

  test("B9, B11 · a page that hangs is loaded through the member that takes over; another member's connections live on", async () => {
    await use(true, {});
    hang();
    const tab = await tabAt("start-1");
    await go(tab, "https://hung.example/page?n=1#here");
    await asked("a", "hung.example");
    await die();
    await until("the page", () => reached("hung.example").length > 0);
    expect(new Set(reached("hung.example"))).toEqual(new Set([EXIT.b]));
    await until("the page's address", async () => tab.url() === "https://hung.example/page?n=1#here");
    await expectKept();
  });

  test("B11 · a form that hangs is not sent again", async () => {
    await use(true, { tabs: "reload" });
    hang();
    const tab = await tabAt("start-2");
    await tab.evaluate(() => {
      const form = Object.assign(document.createElement("form"), {
        method: "post",
        action: "https://form.example/page",
      });
      document.body.append(form);
      form.submit();
    });
    await asked("a", "form.example");
    await die();
    await quiet();
    expect(reached("form.example")).toEqual([]);
  });

  /** A page with a WebSocket through `a`: a tab that is loaded again when `a` dies. */
  async function openChat(tab: Page, host: string): Promise<void> {
    await tab.evaluate((name) => void Object.assign(globalThis, { socket: new WebSocket(`wss://${name}/`) }), host);
    await until("the socket", () => world.lab.requests({ host, scheme: "wss" }).length > 0);
  }

  const sendForm = (tab: Page, action: string) =>
    tab.evaluate((to) => {
      const form = Object.assign(document.createElement("form"), { method: "post", action: to });
      document.body.append(form);
      form.submit();
    }, action);

  const posts = (host: string) => world.lab.requests({ host }).filter(({ method }) => method === "POST").length;

  test("B11 · a form that broke off is not sent again with its tab", async () => {
    await use(true, { tabs: "reload" });
    const tab = await tabAt("broken-form");
    await openChat(tab, "chat-1.example");
    await sendForm(tab, "https://broken-form.example/hang");
    await until("the form", () => posts("broken-form.example") === 1);
    hang();
    world.lab.proxy("a").cut();
    await die();
    await quiet();
    expect(posts("broken-form.example")).toBe(1);
  });

  test("B11 · nor is one whose page was left by a link and gone back to, or that shows a form's result beside a download", async () => {
    await use(true, { tabs: "reload" });
    const left = await tabAt("left-form");
    await sendForm(left, "https://left.other.example/page");
    await until("the form", async () => posts("left.other.example") === 1 && left.url().includes("left.other"));
    await go(left, "https://after.other.example/page");
    await until("the page after it", async () => left.url().includes("after.other"));
    await openChat(left, "chat-2.example");
    await left.evaluate(() => history.back());
    const result = await tabAt("result-form");
    await sendForm(result, "https://result.other.example/page");
    await until("the form", async () => posts("result.other.example") === 1 && result.url().includes("result.other"));
    await go(result, "https://file.other.example/drip?n=2");
    await until("the download", () => reached("file.other.example").length > 0);
    await openChat(result, "chat-3.example");
    await quiet();
    hang();
    await die();
    await quiet();
    expect([posts("left.other.example"), posts("result.other.example")]).toEqual([1, 1]);
  });

  test("B11 · without interrupt_exist_connections nothing of the user's is touched", async () => {
    await use(false, { tabs: "reload", downloads: true });
    const part = await tabAt("part-0");
    await hangIn(part, "part-0.example");
    hang();
    const tab = await tabAt("start-3");
    await go(tab, "https://hung-3.example/page");
    await asked("a", "hung-3.example");
    await die();
    await quiet();
    expect(reached("hung-3.example")).toEqual([]);
    expect(await markIn(part)).toBe(false);
    await expectKept();
  });

  test.each([
    ["leave", false, 1],
    ["stop", true, 1],
    ["reload", "another page", 2],
  ] as const)("B9, B11 · a tab with an unfinished request through the dead member: %s", async (tabs, mark, loads) => {
    await use(true, { tabs });
    const host = `part-${tabs}.example`;
    const tab = await tabAt(`page-${tabs}`);
    await hangIn(tab, host);
    hang();
    await die();
    if (tabs === "leave") await quiet();
    await until(`the tab's ${tabs}`, async () => (await markIn(tab)) === mark);
    await quiet();
    expect(world.lab.requests({ host: `page-${tabs}.other.example`, path: "/page" })).toHaveLength(loads);
    await expectKept();
  });

  test("B9 · a tab with a WebSocket through the dead member is loaded again, once, also when a download was begun in it", async () => {
    await use(true, { tabs: "reload" });
    const tab = await tabAt("chat");
    await openChat(tab, "chat.example");
    await go(tab, "https://chat-file.other.example/drip?n=2");
    await until("the download", () => reached("chat-file.other.example").length > 0);
    await quiet();
    hang();
    await die();
    await until("the reload", () => world.lab.requests({ host: "chat.other.example", path: "/page" }).length > 1);
    await die();
    await quiet();
    expect(world.lab.requests({ host: "chat.other.example", path: "/page" })).toHaveLength(2);
  });

  test("B8 · what was under way when the background was stopped is still known", async () => {
    await use(true, { tabs: "reload" });
    const tab = await tabAt("woken");
    await hangIn(tab, "woken.example");
    await ask(world.page, "test", ["b"]);
    await waitForView(world.page, "b's test", (v) => v.asked === null && !memberIn(v, "b").testing);
    await world.browser.stopBackground();
    hang();
    await die();
    await until("the reload", () => world.lab.requests({ host: "woken.other.example", path: "/page" }).length > 1);
  });

  test("B9 · with every member dead nothing is loaded again and again", async () => {
    await use(true, { tabs: "reload" });
    const tab = await tabAt("all-dead");
    hang();
    world.lab.proxy("b").set({ fault: { kind: "hang", at: "tunnel" } });
    await ask(world.page, "test", ["b"]);
    await waitForView(world.page, "b's death", (v) => memberIn(v, "b").shown.kind === "failed");
    await go(tab, "https://nobody.example/page");
    await asked("a", "nobody.example");
    for (let round = 0; round < 3; round++) await die();
    await quiet();
    const tries = (name: "a" | "b") =>
      world.lab.proxy(name).events.filter(({ host }) => host === "nobody.example").length;
    expect(tries("b")).toBe(0);
  });

  test("B10 · once after start, tabs with connections through a member that is not used any more are loaded again", async () => {
    const quick = { strategy: "lowest-delay", tolerance: 1, tolerance_ratio: 0.01 };
    const late = { type: "balancer", tag: "late", outbounds: ["a", "b"], ...quick };
    await use(true, {}); // what joins then finds `a` the fastest
    await use(true, { tabs: "reload" }, [{ ...late, interrupt_exist_connections: true }]);
    const tab = await tabAt("settling");
    await hangIn(tab, "part.late.example");
    expect(reached("part.late.example")).toEqual([EXIT.a]);
    // Chrome tests over tunnels that stand, with far fewer bytes than Firefox, whose tests open their own; and as a request
    // waits in vain, one of its own must be had in time there too.
    world.lab.proxy("a").set({ bytesPerSecond: kind === "chrome" ? 4_000 : 5_000 });
    world.lab.proxy("b").set({ delayMs: 10 });
    world.lab.proxy("b").cut();
    await ask(world.page, "test", ["a", "b"]);
    await waitForView(world.page, "b serving", (v) => v.groups.find(({ tag }) => tag === "late")?.selected === "b");
    await until(
      "the reload",
      () => world.lab.requests({ host: "settling.other.example", path: "/page" }).length > 1,
      60_000,
    );
    expect(memberIn(await readView(world.page), "a").shown.kind).toBe("delay");
    await expectKept();
  });

  test.each(["hangs", "breaks off"])(
    "B11 · a download that %s is had through the member that takes over",
    async (how) => {
      await use(true, { downloads: true });
      const host = `download-${how.slice(0, 5)}.example`;
      const tab = await tabAt("download");
      await go(tab, `https://${host}/drip?n=60&ms=50`);
      await until("the download", () => reached(host).length > 0);
      await new Promise((done) => setTimeout(done, 500));
      hang();
      if (how === "breaks off") world.lab.proxy("a").cut();
      await die();
      await until("the other member's request", () => reached(host).includes(EXIT.b));
      const whole = await until("the download's end", () =>
        world.page.evaluate(async (name) => {
          const api = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
          const items = await api.downloads.search({ state: "complete" });
          return items.find(({ url }) => url.includes(name))?.fileSize;
        }, host),
      );
      expect(whole).toBe(60_000);
      expect(await tab.evaluate(() => location.hostname)).toBe("download.other.example");
      await expectKept();
    },
  );

  test("B11 · a download that a person paused stays paused", async () => {
    await use(true, { downloads: true });
    const tab = await tabAt("paused");
    await go(tab, "https://paused.example/drip?n=100&ms=50");
    const paused = (change: boolean) =>
      world.page.evaluate(async (pause) => {
        const api = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
        const item = (await api.downloads.search({})).find(({ url }) => url.includes("paused.example"));
        if (item && pause) await api.downloads.pause(item.id);
        return item?.paused;
      }, change);
    await until(
      "the download",
      async () => (await paused(false)) !== undefined && reached("paused.example").length > 0,
    );
    await quiet();
    await paused(true);
    hang();
    await die();
    await quiet();
    expect(await paused(false)).toBe(true);
    expect(reached("paused.example")).toEqual([EXIT.a]);
  });

  if (kind === "firefox")
    test("B9 · new requests to a member that is back take a connection of their own", async () => {
      await use(false, {});
      const address = "https://fresh.example/via";
      const connections = async () => {
        await (await world.browser.visit(address)).close();
        return world.lab.requests({ host: "fresh.example", path: "/via", via: EXIT.a }).at(-1)?.conn;
      };
      const first = await connections();
      expect(await connections()).toBe(first);
      hang();
      await die();
      await revive();
      expect(await connections()).not.toBe(first);
    });
}
