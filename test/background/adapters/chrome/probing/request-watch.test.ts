import { beforeEach, describe, expect, test, vi } from "vitest";
import { watchRequests } from "../../../../../background/adapters/chrome/probing/request-watch.ts";

type Listener = (details: object) => unknown;
const heard = new Map<string, Listener>();
const event = (name: string) => ({ addListener: (listener: Listener) => void heard.set(name, listener) });

beforeEach(() => {
  heard.clear();
  const names = ["onBeforeRequest", "onResponseStarted", "onErrorOccurred"];
  vi.stubGlobal("chrome", {
    runtime: { id: "abc" },
    webRequest: Object.fromEntries(names.map((name) => [name, event(name)])),
  });
});

const quiet = { traffic() {}, headed() {}, commandFailed() {}, failed() {} };
const ours = (nonce: string) => ({
  initiator: "chrome-extension://abc",
  type: "xmlhttprequest",
  url: `https://t.test/#switchyard-${nonce}`,
});
const fails = (nonce: string) => heard.get("onErrorOccurred")?.({ ...ours(nonce), error: "net::ERR_ABORTED" });
const answers = (nonce: string) => heard.get("onResponseStarted")?.({ ...ours(nonce), ip: "192.0.2.1" });

test("M21 · why a request failed, and what answered it, is told whether the event comes before or after it is asked for", async () => {
  const watch = watchRequests(() => false, quiet);
  fails("a1");
  expect(await watch.failureOf("a1", 1)).toEqual({ error: "net::ERR_ABORTED" });
  const later = watch.answeredFrom("a2", 1_000);
  answers("a2");
  expect(await later).toBe("192.0.2.1");
});

test("M18 · what is told of requests that were given up before does not pile up over weeks", async () => {
  const watch = watchRequests(() => false, quiet);
  for (let i = 0; i < 10_000; i++) {
    const nonce = i.toString(16);
    watch.forget(nonce);
    fails(nonce);
    answers(nonce);
  }
  expect(await watch.failureOf("0", 0)).toBeNull();
  expect(await watch.answeredFrom("0", 0)).toBeNull();
  expect(await watch.failureOf((9_999).toString(16), 0)).not.toBeNull();
});

describe("B7 · what is held against a proxy of a user's request that got no answer of its site", () => {
  const details = (more: object) => ({
    initiator: "https://page.example",
    type: "image",
    requestId: "7",
    url: "http://s.example/x",
    ...more,
  });
  function told(...events: readonly (readonly [string, object])[]): readonly unknown[] {
    const failed: unknown[] = [];
    watchRequests(() => false, { ...quiet, failed: (url, code) => void failed.push([url, code]) });
    for (const [name, more] of events) heard.get(name)?.(details(more));
    return failed;
  }
  const HEAD = ["onResponseStarted", { statusCode: 200 }] as const;
  const error = (name: string, more: object = {}) => ["onErrorOccurred", { error: `net::${name}`, ...more }] as const;

  test.each<[string, readonly (readonly [string, object])[], string | null]>([
    ["an error of the proxy", [error("ERR_PROXY_CONNECTION_FAILED")], "refused"],
    ["a login that Chrome could not make", [error("ERR_INVALID_AUTH_CREDENTIALS")], "login_wrong"],
    ["a site's own certificate", [error("ERR_CERT_DATE_INVALID")], null],
    ["an error that nobody knows", [error("ERR_SOMETHING_NEW")], null],
    ["an error behind the head", [HEAD, error("ERR_CONNECTION_RESET")], null],
    ["an error of the cache", [error("ERR_CONNECTION_RESET", { fromCache: true })], null],
    ["a 407 that nobody could answer", [["onResponseStarted", { statusCode: 407 }]], "login_unsupported"],
    ["a site's 401", [["onResponseStarted", { statusCode: 401 }]], null],
  ])("%s", (_, events, code) => {
    expect(told(...events)).toEqual(code === null ? [] : [["http://s.example/x", code]]);
  });
});
