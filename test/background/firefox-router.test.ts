import { beforeEach, expect, test, vi } from "vitest";

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
const { createFirefoxRouter } = await import("../../background/adapters/firefox/router.ts");
const { createOwnRequests } = await import("../../background/adapters/firefox/own-requests.ts");
const { watchOverruled } = await import("../../background/adapters/firefox/overruled-watch.ts");
const { createOpenRequests } = await import("../../background/connections/open-requests.ts");
const { DIRECT_ALONE } = await import("../../background/routing-of.ts");
const { instant } = await import("../../src/model/units.ts");

const quiet = {
  connectionFailed() {},
  connectionSilent() {},
  traffic() {},
  control() {},
  networkChanged() {},
  renew() {},
};

function start() {
  const requests = createOpenRequests();
  const own = createOwnRequests();
  watchOverruled({ own, requests, changed() {} });
  const router = createFirefoxRouter({
    own,
    wall: { raise: async () => ({ kind: "up" }), lower: async () => {} },
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
