import { expect, test, vi } from "vitest";

let sent: (details: Sent) => void = () => {};
vi.mock("webextension-polyfill", () => ({
  default: {
    runtime: { getURL: (path: string) => `moz-extension://own/${path}` },
    webRequest: { onSendHeaders: { addListener: (listener: typeof sent) => (sent = listener) } },
  },
}));
const { goesAstray, watchOverruled } = await import("../../../../background/adapters/firefox/overruled-watch.ts");
const { createOwnRequests } = await import("../../../../background/adapters/firefox/own-requests.ts");

const OTHER = { type: "http", host: "192.0.2.9", port: 8080, connectionIsolationKey: null as string | null };
const member = (key: string) => ({ type: "socks", host: "192.0.2.1", port: 1080, connectionIsolationKey: key });

test.each([
  ["a member", "proxy", member("member:0:de-1"), false],
  ["a member whose connections were left before", "proxy", member("member:12:de-1"), false],
  ["a test", "proxy", member("test:0a1b"), false],
  ["a dead port, when it is blocked", "proxy", { type: "http", host: "127.0.0.1", port: 9 }, false],
  ["directly, as a rule says", "direct", null, false],
  ["another extension's proxy", "proxy", OTHER, true],
  ["another extension's proxy, with a key of its own", "proxy", { ...OTHER, connectionIsolationKey: "k" }, true],
  ["another extension's proxy instead of directly", "direct", OTHER, true],
  ["directly, as another extension says", "proxy", null, true],
  ["directly, said with words", "proxy", { type: "direct" }, true],
] as const)("a request that goes by %s (told: %s, goes: %j) is astray: %s", (_, told, way, astray) => {
  expect(goesAstray(told, way)).toBe(astray);
});

type Sent = { readonly url: string; readonly requestId: string; readonly proxyInfo: typeof OTHER | null };

/** A watch over requests that were all told a proxy, and what Firefox is known to send directly, or does when it is asked. */
function start({ known = [] as string[], now = [] as string[] } = {}) {
  const settled: unknown[] = [];
  const asked: string[] = [];
  let changes = 0;
  const watch = watchOverruled({
    own: createOwnRequests(),
    requests: {
      seen() {},
      wayOf: () => ({ outbound: "de-1", via: [] }),
      settle: (_, way) => settled.push(way.outbound),
    },
    bypasses: ({ host }) => known.includes(host),
    bypassesNow: async ({ host }) => {
      asked.push(host);
      return now.includes(host);
    },
    changed: () => changes++,
  });
  const goes = async (host: string, way: typeof OTHER | null = null): Promise<void> => {
    sent({ url: `https://${host}/`, requestId: "1", proxyInfo: way });
    await new Promise((done) => queueMicrotask(() => queueMicrotask(() => done(undefined))));
  };
  return { watch, goes, settled, asked, changes: () => changes };
}

test("what Firefox itself sends directly blames nobody, and no proxy of ours for how it ends", async () => {
  const { watch, goes, settled, asked } = start({ known: ["listed.test"] });
  for (let times = 0; times < 3; times++) await goes("listed.test");
  expect(watch.overruled).toBe(false);
  expect(asked).toEqual([]);
  expect(settled).toEqual(["direct", "direct", "direct"]);
});

test("what goes directly for no reason that is known is looked up before another extension is blamed", async () => {
  const { watch, goes, asked, changes } = start({ now: ["new.test"] });
  await goes("new.test");
  expect(watch.overruled).toBe(false);
  await goes("other.test");
  expect(watch.overruled).toBe(true);
  expect(asked).toEqual(["new.test", "other.test"]);
  // Known by then: it is not looked up for each request.
  await goes("third.test");
  expect([asked.length, changes()]).toEqual([2, 1]);
});

test("what Firefox itself sends directly does not say that another extension is gone", async () => {
  const { watch, goes } = start({ known: ["listed.test"] });
  await goes("x.test", OTHER);
  for (let times = 0; times < 10; times++) await goes("listed.test");
  expect(watch.overruled).toBe(true);
  for (let times = 0; times < 5; times++) await goes("x.test", { ...OTHER, connectionIsolationKey: "member:0:de-1" });
  expect(watch.overruled).toBe(false);
});
