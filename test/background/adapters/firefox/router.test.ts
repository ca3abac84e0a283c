import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Behind } from "../../../../background/adapters/firefox/second-wall.ts";
import { readBypassList } from "../../../../src/routing/bypass-list.ts";
import { readOrigin } from "../../../../src/routing/origin.ts";

type Details = Record<string, unknown>;
let asked: (details: Details) => unknown = () => {};
let sent: (details: Details) => void = () => {};
vi.mock("webextension-polyfill", () => ({
  default: {
    runtime: { getURL: (path: string) => `moz-extension://own/${path}` },
    webRequest: { onSendHeaders: { addListener: (listener: typeof sent) => (sent = listener) } },
    proxy: { onRequest: { addListener: (listener: typeof asked) => (asked = listener) } },
  },
}));
const { createFirefoxRouter } = await import("../../../../background/adapters/firefox/router.ts");
const { createOwnRequests } = await import("../../../../background/adapters/firefox/own-requests.ts");
const { watchOverruled } = await import("../../../../background/adapters/firefox/overruled-watch.ts");
const { createOpenRequests } = await import("../../../../background/connections/open-requests.ts");
const { DIRECT_ALONE } = await import("../../../../background/run/routing.ts");
const { instant } = await import("../../../../src/model/units.ts");

const quiet = {
  connectionFailed() {},
  connectionSilent() {},
  connectionDoubtful() {},
  traffic() {},
  headed() {},
  control() {},
  networkChanged() {},
  renew() {},
};

const UP: Behind = { wall: { kind: "up" }, isAllowed: true, list: [] };
/** What Firefox has set behind the listener. */
let behind = UP;

function start() {
  const requests = createOpenRequests();
  const own = createOwnRequests();
  watchOverruled({ own, requests, bypasses: () => false, bypassesNow: async () => false, changed() {} });
  const router = createFirefoxRouter({
    own,
    wall: { raise: async () => behind, look: async () => behind, lower: async () => {} },
    access: { granted: true, read: async () => true },
    overruled: () => false,
    events: quiet,
    clock: { now: () => instant(1_000) },
    ready: async () => {},
    requests,
  });
  return { router, requests };
}

/** As Firefox tells it of a page's request. */
const ofPage: Details = {
  requestId: "1",
  url: "https://x.test/",
  method: "GET",
  type: "image",
  tabId: 3,
  frameId: 0,
  timeStamp: 900,
  cookieStoreId: "firefox-default",
  originUrl: "https://page.test/",
  incognito: false,
};

let world: ReturnType<typeof start>;
beforeEach(async () => {
  behind = UP;
  world = start();
  await world.router.take(DIRECT_ALONE);
});

test.each([
  ["a page's request", {}, 1],
  ["a page whose address a person typed", { type: "main_frame", originUrl: undefined }, 1],
  ["a download", { tabId: -1, originUrl: undefined, type: "other" }, 1],
  ["a connection opened beforehand", { type: "speculative" }, 0],
])("B8 · %s is answered at once, and followed once an event tells of it: %j", (_, more, followed) => {
  expect(asked({ ...ofPage, ...more })).toBeNull();
  expect(world.requests.list()).toHaveLength(0);
  sent({ ...ofPage, ...more });
  expect(world.requests.list()).toHaveLength(followed);
});

describe("what Firefox sends past us", () => {
  const LIST = readBypassList("listed.test, localhost");
  const at = (url: string) => readOrigin(url) ?? { scheme: "", host: "", port: 0, dotted: false };
  const why = (url: string, container = "firefox-default") => world.router.whyUnrouted(at(url), container);
  const found = async (now: Behind): Promise<void> => {
    behind = now;
    await world.router.check();
  };

  test("of a list that stays, hosts are told with why; localhost goes directly without it", async () => {
    await found({ wall: { kind: "missing", by: "extension" }, isAllowed: true, list: LIST });
    const list = { hosts: ["listed.test"], by: "extension" };
    expect(world.router.unrouted()).toEqual({ privateWindows: "ours", list });
    expect(await why("https://a.listed.test/")).toBe("list");
    expect(await why("http://localhost:8080/")).toBe("loopback");
    expect(await why("https://other.test/")).toBeNull();
    expect(world.router.bypasses(at("https://listed.test/"))).toBe(true);
  });

  test("a host of it takes no turn and is served by nobody, but is answered as all others: the list may be gone by now", async () => {
    await found({ wall: { kind: "missing", by: "permission" }, isAllowed: false, list: LIST });
    expect(asked({ ...ofPage, url: "https://listed.test/" })).toBeNull();
    expect(await world.router.assigned("https://listed.test:443", "firefox-default")).toBeNull();
    asked({ ...ofPage, url: "https://other.test/" });
    expect(await world.router.assigned("https://other.test:443", "firefox-default")).toMatchObject({ rule: null });
  });

  test.each<[string, Behind, "ours" | "unasked" | "blocked", string | null]>([
    ["allowed", UP, "ours", null],
    ["not allowed", { ...UP, wall: { kind: "missing", by: "permission" }, isAllowed: false }, "unasked", "private"],
    ["allowed no more, the wall still up", { ...UP, isAllowed: false }, "blocked", "private-blocked"],
  ])("private windows, %s", async (_, now, privateWindows, reason) => {
    await found(now);
    expect(world.router.unrouted()).toEqual({ privateWindows, list: null });
    expect(await why("https://x.test/", "firefox-private")).toBe(reason);
    expect(await why("https://x.test/")).toBeNull();
  });

  test("switched off, it is told what “Balanced” would do: a wall that is to be put up leaves no list", async () => {
    await world.router.release();
    behind = { ...UP, list: LIST };
    expect(await why("https://listed.test/")).toBeNull();
    behind = { wall: { kind: "missing", by: "permission" }, isAllowed: false, list: LIST };
    expect(await why("https://listed.test/")).toBe("list");
    expect(await why("https://x.test/", "firefox-private")).toBe("private");
    expect(world.router.unrouted()).toEqual({ privateWindows: "ours", list: null });
  });
});
