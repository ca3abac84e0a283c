import { beforeEach, expect, test, vi } from "vitest";
import { watchRequests } from "../../background/adapters/chrome/request-watch.ts";

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
