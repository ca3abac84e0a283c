import { expect, test, vi } from "vitest";

vi.mock("webextension-polyfill", () => ({ default: {} }));
const { goesAstray } = await import("../../background/adapters/firefox/overruled-watch.ts");

const OTHER = { type: "http", host: "192.0.2.9", port: 8080, connectionIsolationKey: null };
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
  expect(goesAstray(told, way, "https://x.test/")).toBe(astray);
});

test.each(["http://localhost/", "https://a.localhost:8443/", "http://127.0.0.1/", "http://[::1]:80/"])(
  "%s never goes through a proxy, and that is nobody's doing",
  (url) => {
    expect(goesAstray("proxy", null, url)).toBe(false);
  },
);
