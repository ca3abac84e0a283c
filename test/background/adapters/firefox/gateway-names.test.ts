import fc from "fast-check";
import { expect, test } from "vitest";
import { createGatewayNames, spelling } from "../../../../background/adapters/firefox/gateway-names.ts";
import { proxyOf } from "../../support/proxy.ts";

const hosts = (names: ReturnType<typeof createGatewayNames>, ...proxies: ReturnType<typeof proxyOf>[]) =>
  names.use(proxies).usable.map(({ tag, host }) => `${tag} ${host}`);

test("each account at one address has a spelling of its own; the same account has one", () => {
  const names = createGatewayNames();
  const all = [proxyOf("a", { password: "x" }), proxyOf("b", { password: "y" }), proxyOf("c", { password: "x" })];
  expect(hosts(names, ...all)).toEqual(["a gw.example", "b Gw.example", "c gw.example"]);
});

test("an account keeps its spelling through edits and a stop of the background: the browser keeps accounts by it", () => {
  const names = createGatewayNames();
  const [a, b] = [proxyOf("a", { password: "x" }), proxyOf("b", { password: "y" })];
  names.use([a, b]);
  const woken = createGatewayNames();
  woken.load(JSON.parse(JSON.stringify(names.save())));
  expect(hosts(woken, b, a)).toEqual(["b Gw.example", "a gw.example"]);
  expect(hosts(woken, b)).toEqual(["b Gw.example"]);
  expect(hosts(woken, proxyOf("a", { password: "new" }))).toEqual(["a gW.example"]);
  expect(JSON.stringify(woken.save())).not.toContain("new");
});

test("when the browser has been started anew, the places of accounts that were not used since are free", () => {
  const names = createGatewayNames();
  const [a, b, c] = ["x", "y", "z"].map((password) => proxyOf(password, { password }));
  if (!a || !b || !c) throw new Error("three");
  names.use([a, b]);
  const started = createGatewayNames();
  started.load(JSON.parse(JSON.stringify(names.save())));
  started.use([b]);
  started.begin();
  expect(hosts(started, c, b, a)).toEqual(["z gw.example", "y Gw.example", "x gW.example"]);
  const unused = createGatewayNames();
  unused.load(names.save());
  unused.begin();
  expect(unused.save()).toEqual([]);
});

test("what names no account is an account of its own: it must not go out as somebody", () => {
  const names = createGatewayNames();
  expect(hosts(names, proxyOf("a", { password: "x" }), proxyOf("b", { password: null }))).toEqual([
    "a gw.example",
    "b Gw.example",
  ]);
});

test("an address without other spellings has its second account refused with the reason", () => {
  const names = createGatewayNames();
  const at = { host: "2001:db8::1" };
  const { usable, refused } = names.use([
    proxyOf("a", { ...at, password: "x" }),
    proxyOf("b", { ...at, password: "y" }),
    proxyOf("c", { ...at, password: "y", protocol: "https" }),
  ]);
  expect(usable.map(({ tag }) => tag)).toEqual(["a", "c"]);
  expect([...refused]).toEqual([["b", "account_shared"]]);
});

test("spellings of a host are all different, the first is the host, and each is the same address", () => {
  fc.assert(
    fc.property(fc.constantFrom("gw.example", "a-1.b2.net", "192.0.2.10", "127.0.0.1", "a.1-2"), (host) => {
      const all = Array.from({ length: 90 }, (_, n) => spelling(host, n)).filter((one) => one !== null);
      expect(all[0]).toBe(host);
      expect(new Set(all).size).toBe(all.length);
      for (const one of all) expect(new URL(`http://${one}/`).hostname).toBe(host);
    }),
  );
});
