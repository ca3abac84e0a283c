import { join } from "node:path";
import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundlePac } from "../../scripts/vite/pac-plugin.ts";
import { pacText } from "../../src/pac/data.ts";
import { compileRules } from "../../src/routing/compile.ts";
import { isBypassed } from "../../src/routing/loopback.ts";
import type { ConfigOptions } from "../lab/config.ts";
import { invalidAnswers } from "../pac/invalid-answers.ts";
import { ask, readView } from "./support/extension-page.ts";
import { until } from "./support/until.ts";
import { createWorld, type World } from "./support/world.ts";

/** Of a proxy that works: an answer that Chrome would read after all would be seen to go through it. */
const PROXY = "de-1";
const hostOf = (at: number): string => `invalid-${at}.example`;

describe.each(["chrome", "firefox"] as const)("in %s", (kind) => {
  let world: World;
  /** Opened while the extension is off: later it need not load. */
  let site: Page;
  let answers: readonly string[] = [];
  let hosts: readonly string[] = [];
  beforeAll(async () => {
    world = await createWorld({}, kind);
    site = await world.browser.visit("http://site.example/page");
    const { address, port } = world.lab.proxy(PROXY);
    answers = invalidAnswers(`${address}:${port}`);
    hosts = answers.map((_, at) => hostOf(at));
  });
  afterAll(() => world?.close());

  /** A site's page asks each host for something, and one host beside them; what came, by its way. */
  async function askAll(): Promise<(via: string) => readonly string[]> {
    world.lab.clear();
    await site.evaluate(
      async (names) => {
        const ask = (name: string) => fetch(`http://${name}/via`, { mode: "no-cors", cache: "no-store" });
        await Promise.allSettled(names.map(ask));
      },
      [...hosts, "valid.example"],
    );
    // The site's own picture may still come.
    const asked = /^(?:invalid-\d+|valid)\.example$/;
    return (via) => [...new Set(world.lab.requests({ via, host: asked }).map(({ host }) => host))].sort();
  }
  const exit = (): string => world.lab.proxy(PROXY).exit.address;

  if (kind === "chrome") {
    const setPac = (data: string): Promise<void> =>
      world.page.evaluate(async (text) => {
        const value = { mode: "pac_script", pacScript: { data: text, mandatory: true } } as const;
        await chrome.proxy.settings.set({ scope: "regular", value });
      }, data);

    test("B20 · the positive control: each of these answers goes directly, although the program is mandatory", async () => {
      const { address, port } = world.lab.proxy(PROXY);
      await setPac(`var answers = ${JSON.stringify(answers)};
        function FindProxyForURL(url, host) {
          var at = /^invalid-(\\d+)\\./.exec(host);
          return at ? answers[at[1]] : "PROXY ${address}:${port}";
        }`);
      const came = await askAll();
      expect(came("direct")).toEqual([...hosts].sort());
      expect(came(exit())).toEqual(["valid.example"]);
    });

    test("B20 · our program throws in place of each of them, were it in its text, and none goes anywhere", async () => {
      const { address, port } = world.lab.proxy(PROXY);
      const sound = `PROXY ${address}:${port}`;
      const tags = answers.map((_, at) => `leaf-${at}`);
      const leaves = answers.map((main, at) => ({ tag: `leaf-${at}`, main, other: main }));
      const leaf = { kind: "leaf" } as const;
      const { code } = await bundlePac(join(import.meta.dirname, "../../src/pac/entry.ts"));
      await setPac(
        pacText(code, {
          secret: { host: "0123456789abcdef", key: [1, 2, 3, 4] },
          base: {
            seed: 1,
            nodes: { ...Object.fromEntries(tags.map((tag) => [tag, leaf])), sound: leaf },
            rules: compileRules(tags.map((tag, at) => ({ domain: [hostOf(at)], domainSuffix: [], outbound: tag }))),
            final: "sound",
          },
          plans: {},
          revision: 1,
          leaves: [...leaves, { tag: "sound", main: sound, other: sound }],
        }),
      );
      // A request that meets a change of programs may fail, and that is all that may happen to it.
      const came = await until("the program in force", async () => {
        const seen = await askAll();
        expect.soft(seen("direct")).toEqual([]);
        return seen(exit()).length > 0 ? seen : null;
      });
      expect(came(exit())).toEqual(["valid.example"]);
      await world.page.evaluate(() => chrome.proxy.settings.clear({ scope: "regular" }));
    });
  } else
    test("B20 · the positive control: off, each of these hosts is asked directly", async () => {
      expect((await askAll())("direct")).toEqual([...hosts, "valid.example"].sort());
    });

  /** The address in an answer as a configuration would say it, put together as it stands; a port that is none stays a text. */
  function written(answer: string): object {
    const [, server = "", port = ""] = /^(?:PROXY ?)?(.*?)(?::([^:/]*))?$/.exec(answer) ?? [];
    return { type: "http", server, server_port: /^-?\d+$/.test(port) ? Number(port) : port };
  }

  /** Puts a text into the store past every check, as a former version may have left it, and wakes the background anew. */
  async function stored(text: string): Promise<void> {
    const config = { text, revision: 1, savedAt: 1 };
    await world.page.evaluate(
      async (kept) => chrome.storage.local.set(JSON.parse(kept)),
      JSON.stringify({ mode: "balanced", config }),
    );
    await world.browser.stopBackground();
  }

  test("B20 · a configuration that would make one of them is refused; in the store all the same, what it names is blocked", async () => {
    const { revision } = await ask(world.page, "readConfig");
    // An unknown keyword has no way to be said: the protocol is one of four.
    const named = answers.flatMap((answer, at) => (/^$|^ $|^PROXY/.test(answer) ? [{ answer, host: hostOf(at) }] : []));
    const text = (outbounds: readonly object[], rules: ConfigOptions["rules"] = []): string => {
      const config = world.lab.config({ rules, final: PROXY });
      return JSON.stringify({ ...config, outbounds: [...outbounds, ...config.outbounds] });
    };
    for (const { answer } of named) {
      const wrong = text([{ tag: "wrong", ...written(answer) }]);
      const outcome = await ask(world.page, "saveConfig", { text: wrong, basedOn: revision });
      expect([answer, outcome.kind]).toEqual([answer, "refused"]);
    }
    const outbounds = named.map(({ answer, host }) => ({ tag: host, ...written(answer) }));
    const rules = named.map(({ host }) => ({ domain: [host], outbound: host }));
    await stored(text(outbounds, rules));
    expect((await readView(world.page)).control.kind).not.toBe("blocked");
    const came = await until("the stored configuration in force", async () => {
      const seen = await askAll();
      expect.soft(seen("direct")).toEqual([]);
      return seen(exit()).includes("valid.example") ? seen : null;
    });
    // What no rule names goes by the rest of the configuration, which is sound.
    const blocked = new Set(named.map(({ host }) => host));
    expect(came(exit())).toEqual([...hosts.filter((host) => !blocked.has(host)), "valid.example"].sort());
    expect(blocked.size).toBeGreaterThan(4);
  });

  test("B20 · a text in the store that is no configuration at all blocks everything", async () => {
    await stored("{");
    expect((await readView(world.page)).control).toEqual({ kind: "blocked", why: "bad-config" });
    await askAll();
    expect(world.lab.requests()).toEqual([]);
  });

  const HOSTS = [
    ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "[::1]"],
    ["[::ffff:7f09:909]", "169.254.7.7", "[::ffff:a9fe:707]", "[fe80::1]", "[febf::1]"],
    ["[fec0::1]", "[::2]", "0.0.0.0", "10.0.0.1", "192.168.0.1", "128.0.0.1", "printer", "printer.local"],
  ].flat();
  test("which hosts go past every proxy, and so past us, is as the popup says of each", async () => {
    // Everything is blocked by now: what is sent to the dead proxy fails with a name of its own.
    await world.page.evaluate(() => {
      const { webRequest } = (globalThis as { browser?: typeof chrome }).browser ?? chrome;
      const seen: Record<string, string> = {};
      Object.assign(globalThis, { seen });
      const filter = { urls: ["<all_urls>"] };
      const note = (url: string, what: string): void => {
        seen[new URL(url).hostname] ??= what;
      };
      webRequest.onErrorOccurred.addListener(({ url, error }) => note(url, error), filter);
      webRequest.onCompleted.addListener(({ url }) => note(url, "answered"), filter);
    });
    const seen = (): Promise<Record<string, string>> =>
      world.page.evaluate(() => (globalThis as unknown as { seen: Record<string, string> }).seen);
    for (const host of HOSTS) {
      const page = await world.browser.visit(`http://${host}:${world.lab.port}/status?code=204`);
      await until(`what became of ${host}`, async () => host in (await seen()));
      await page.close();
    }
    const came = await seen();
    const past = HOSTS.filter((host) => !/PROXY/.test(came[host] ?? ""));
    expect(past).toEqual(HOSTS.filter((host) => isBypassed(host.replace(/[[\]]/g, ""), kind)));
    expect(past.length).toBeGreaterThan(4);
  });
});
