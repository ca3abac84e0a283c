import { expect, test } from "vitest";
import { oneAccountEach } from "../../background/adapters/one-account.ts";
import type { ProxyOutbound } from "../../src/model/outbound.ts";

const proxy = (tag: string, port: number, password: string | null): ProxyOutbound => ({
  kind: "proxy",
  tag,
  protocol: "http",
  host: "192.0.2.1",
  port,
  account: password === null ? null : { username: "u", password },
  enabled: true,
  remoteDns: true,
  udp: false,
  detour: null,
  weight: 1,
  note: "",
});

test("of proxies at one address those with another account than the first are left out", () => {
  const all = [proxy("a", 1, "x"), proxy("b", 1, "y"), proxy("c", 1, "x"), proxy("d", 2, "y"), proxy("e", 1, null)];
  expect(oneAccountEach(all).map(({ tag }) => tag)).toEqual(["a", "c", "d"]);
  expect(oneAccountEach([proxy("e", 1, null), proxy("a", 1, "x")]).map(({ tag }) => tag)).toEqual(["e"]);
});
