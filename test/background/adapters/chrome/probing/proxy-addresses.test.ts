import { expect, test } from "vitest";
import { createProxyAddresses } from "../../../../../background/adapters/chrome/probing/proxy-addresses.ts";
import { proxyOf } from "../../../support/proxy.ts";

/** Proxies by tag, at these hosts. */
function at(hosts: Readonly<Record<string, string>>) {
  const addresses = createProxyAddresses();
  addresses.use(Object.entries(hosts).map(([tag, host]) => proxyOf(tag, { password: null, host })));
  return addresses;
}

test.each([
  ["192.0.2.1", "own"],
  ["::ffff:192.0.2.1", "own"],
  ["[::ffff:c000:201]", "own"],
  ["192.0.2.2", "other"],
  ["2001:db8::1", "other"],
  ["", null],
  [null, null],
])("an answer from %s, to a test of the proxy at 192.0.2.1: %s", (ip, judged) => {
  expect(at({ a: "192.0.2.1", b: "192.0.2.2", c: "2001:db8::1" }).judge("a", ip)).toBe(judged);
});

test("an IPv6 address is told in any form", () => {
  expect(at({ a: "2001:db8::1", b: "192.0.2.1" }).judge("a", "2001:DB8:0:0::1")).toBe("own");
});

test("proxies at one address cannot be told apart by it, but from others", () => {
  const addresses = at({ a: "192.0.2.1", b: "192.0.2.1", c: "192.0.2.2" });
  expect(addresses.judge("a", "192.0.2.1")).toBeNull();
  expect(addresses.judge("a", "192.0.2.2")).toBe("other");
  expect(addresses.judge("c", "192.0.2.2")).toBe("own");
});

test("while the address of a name is not known, it may be any", () => {
  const addresses = at({ a: "192.0.2.1", b: "gw.example" });
  expect(addresses.judge("a", "192.0.2.1")).toBeNull();
  expect(addresses.judge("b", "192.0.2.9")).toBeNull();
  addresses.learn("b", "192.0.2.9");
  expect(addresses.judge("a", "192.0.2.1")).toBe("own");
  expect(addresses.judge("b", "192.0.2.9")).toBe("own");
  // A name may have several addresses: another one proves nothing.
  expect(addresses.judge("b", "192.0.2.10")).toBeNull();
});

test("what is no proxy of ours proves nothing", () => {
  expect(at({ a: "192.0.2.1" }).judge("gone", "192.0.2.1")).toBeNull();
});

test("a woken background knows the addresses that were learnt", () => {
  const first = at({ a: "192.0.2.1", b: "gw.example" });
  first.learn("b", "192.0.2.9");
  const woken = at({ a: "192.0.2.1", b: "gw.example" });
  woken.load(JSON.parse(JSON.stringify(first.save())));
  expect(woken.judge("b", "192.0.2.9")).toBe("own");
});
