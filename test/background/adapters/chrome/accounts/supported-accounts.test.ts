import { expect, test } from "vitest";
import { byChallenger } from "../../../../../background/adapters/chrome/accounts/challengers.ts";
import { accountable } from "../../../../../background/adapters/chrome/accounts/supported-accounts.ts";
import { refusing } from "../../../../../background/adapters/probing/usable-proxies.ts";
import { ms } from "../../../../../src/model/units.ts";
import { proxyOf } from "../../../support/proxy.ts";

test("of HTTP proxies at one address those with another account than the first are refused", () => {
  const all = [
    proxyOf("a", { password: "x" }),
    proxyOf("b", { password: "y" }),
    proxyOf("c", { password: "x" }),
    proxyOf("d", { password: "y", port: 2 }),
    proxyOf("e", { password: null }),
  ];
  const { usable, refused } = accountable(all);
  expect(usable.map(({ tag }) => tag)).toEqual(["a", "c", "d"]);
  expect([...refused]).toEqual([
    ["b", "account_shared"],
    ["e", "account_shared"],
  ]);
});

test("of two at one address the one with an account is used, whichever comes first", () => {
  const { usable, refused } = accountable([
    proxyOf("bare", { password: null }),
    proxyOf("told", { password: "x" }),
    proxyOf("other", { password: "y" }),
  ]);
  expect(usable.map(({ tag }) => tag)).toEqual(["told"]);
  expect([...refused]).toEqual([
    ["bare", "account_shared"],
    ["other", "account_shared"],
  ]);
});

test("a SOCKS proxy has no part in who is told an account, also when it comes before an HTTP proxy at its address", () => {
  const http = proxyOf("http", { password: "x" });
  const asked = byChallenger([proxyOf("socks", { password: null, protocol: "socks5" }), http]);
  expect([...asked.values()].every((proxy) => proxy === http)).toBe(true);
  expect(asked.get(`${http.host}:${http.port}`)).toBe(http);
});

test("an IPv4 address written as IPv6 is the same address: Chrome knows the first by that name too", () => {
  const { usable, refused } = accountable([
    proxyOf("a", { password: "x", host: "192.0.2.1" }),
    proxyOf("b", { password: "y", host: "::ffff:c000:201" }),
    proxyOf("c", { password: "x", host: "::ffff:c000:201" }),
  ]);
  expect(usable.map(({ tag }) => tag)).toEqual(["a", "c"]);
  expect([...refused]).toEqual([["b", "account_shared"]]);
});

test("a SOCKS proxy with an account is refused, one without is not, whatever else is at its address", () => {
  const { usable, refused } = accountable([
    proxyOf("a", { password: "x" }),
    proxyOf("b", { password: "x", protocol: "socks5" }),
    proxyOf("c", { password: "x", protocol: "socks4" }),
    proxyOf("d", { password: null, protocol: "socks5" }),
  ]);
  expect(usable.map(({ tag }) => tag)).toEqual(["a", "d"]);
  expect([...refused]).toEqual([
    ["b", "account_unsupported"],
    ["c", "account_unsupported"],
  ]);
});

test("M21 · a refused proxy fails its test with the reason, and nothing is sent", async () => {
  const prober = refusing({ send: () => Promise.reject(new Error("sent")) }, () => new Map([["b", "account_shared"]]));
  const signal = new AbortController().signal;
  expect(await prober.send({ tag: "b", url: "https://test.example/", timeout: ms(1_000), signal })).toEqual({
    kind: "failed",
    error: { code: "account_shared" },
  });
});
