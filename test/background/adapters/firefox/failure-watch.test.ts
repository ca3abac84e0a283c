import { beforeEach, expect, test, vi } from "vitest";

type Listener = (details: object) => unknown;
const { heard, event } = vi.hoisted(() => {
  const heard = new Map<string, Listener>();
  return { heard, event: (name: string) => ({ addListener: (listener: Listener) => void heard.set(name, listener) }) };
});
vi.mock("webextension-polyfill", () => ({
  default: {
    runtime: { getURL: () => "moz-extension://abc/" },
    webRequest: { onResponseStarted: event("head"), onErrorOccurred: event("error") },
  },
}));
const { watchFailures } = await import("../../../../background/adapters/firefox/failure-watch.ts");
const { memberIn, memberKey } = await import("../../../../background/adapters/firefox/member-key.ts");
const { createOwnRequests } = await import("../../../../background/adapters/firefox/own-requests.ts");

const failed: unknown[] = [];
beforeEach(() => {
  failed.length = 0;
  watchFailures(createOwnRequests(), memberIn, {
    connectionFailed: (tag, code) => void failed.push([tag, code]),
    connectionSilent() {},
    connectionDoubtful() {},
    traffic() {},
    headed() {},
    control() {},
    networkChanged() {},
    renew() {},
  });
});

const SELF_SIGNED = "The certificate is not trusted because it is self-signed.";

test.each<[string, string, string, string, string | null]>([
  ["NS_ERROR_PROXY_CONNECTION_REFUSED", "error", "https", "http", "refused"],
  ["NS_ERROR_PROXY_UNAUTHORIZED", "error", "https", "http", "login_wrong"],
  ["NS_ERROR_PROXY_BAD_GATEWAY", "error", "https", "http", "tunnel_refused"],
  ["NS_ERROR_CONNECTION_REFUSED", "error", "http", "http", "refused"],
  ["NS_ERROR_UNKNOWN_HOST", "error", "http", "socks", "socks_refused"],
  [SELF_SIGNED, "error", "https", "https", null],
  [SELF_SIGNED, "error", "http", "https", "proxy_certificate"],
  ["NS_BINDING_ABORTED", "error", "https", "http", null],
  ["NS_ERROR_OFFLINE", "error", "https", "http", null],
  ["NS_ERROR_SOMETHING_NEW", "error", "https", "http", null],
  ["407", "head", "http", "http", "login_unsupported"],
  ["407", "head", "https", "http", null],
  ["407", "head", "http", "socks", null],
  ["401", "head", "http", "http", null],
])("B7 · %s (%s) of a user's %s request through a proxy of type %s is held against it as %s", (...one) => {
  const [what, name, scheme, type, code] = one;
  const proxyInfo = { type, host: "p.example", connectionIsolationKey: memberKey("a", 2) };
  const details = { requestId: "1", url: `${scheme}://s.example/`, type: "image", originUrl: "http://s.example/" };
  heard.get(name)?.({ ...details, proxyInfo, ...(name === "error" ? { error: what } : { statusCode: Number(what) }) });
  expect(failed).toEqual(code === null ? [] : [["a", code]]);
});
