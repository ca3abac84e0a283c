import fc from "fast-check";
import { expect, test } from "vitest";
import type { ProxyProtocol } from "../../src/model/outbound.ts";
import { isProxyString, proxyStrings } from "../../src/pac/proxy-string.ts";
import { INVALID_ANSWERS } from "./invalid-answers.ts";

const proxy = (protocol: ProxyProtocol, host: string, port: number) => proxyStrings({ protocol, host, port });

test.each([
  ["http", "192.0.2.10", 3128, "PROXY 192.0.2.10:3128", "PROXY [::ffff:192.0.2.10]:3128"],
  ["https", "proxy.example.com", 443, "HTTPS proxy.example.com:443", "HTTPS proxy.example.com.:443"],
  ["socks5", "2001:db8::1", 1080, "SOCKS5 [2001:db8::1]:1080", "SOCKS5 [2001:db8::1]:1080"],
  ["socks4", "xn--e1afmkfd.example", 65535, "SOCKS xn--e1afmkfd.example:65535", "SOCKS xn--e1afmkfd.example.:65535"],
  ["http", "a_b.example", 1, "PROXY a_b.example:1", "PROXY a_b.example.:1"],
] as const)("a %s proxy at %s:%i is named %s", (protocol, host, port, main, other) => {
  expect(proxy(protocol, host, port)).toEqual({ ok: true, value: { main, other } });
  expect([main, other].map(isProxyString)).toEqual([true, true]);
});

test.each([
  ["", 80],
  ["a b", 80],
  ["a;PROXY b", 80],
  ["http://a", 80],
  ["u:p@a", 80],
  ["a/", 80],
  ["300.1.1.1", 80],
  ["1.2.3", 80],
  ["01.2.3.4", 80],
  ["a..b", 80],
  ["-a.example", 80],
  ["proxy.1", 80],
  ["0x7f.1", 80],
  ["xn--a", 80],
  [":::", 80],
  ["2001:DB8::1", 80],
  ["Example.com", 80],
  ["example.com.", 80],
  ["пример.example", 80],
  [`${"a".repeat(64)}.example`, 80],
  ["a.example", 0],
  ["a.example", 70000],
  ["a.example", 1.5],
  ["a.example", Number.NaN],
])("B20 · %j:%d gives no string: Chrome would read what it cannot parse as direct", (host, port) => {
  expect(proxy("http", host, port).ok).toBe(false);
});

test.each([
  ...INVALID_ANSWERS,
  "PROXY [192.0.2.1]:80",
  "PROXY 2001:db8::1:80",
  "PROXY a:80; DIRECT",
  "PROXY a:0",
  "DIRECT",
])("B20 · %j does not pass for a proxy's string", (text) => {
  expect(isProxyString(text)).toBe(false);
});

test("B20 · whatever the host, a string is exactly keyword, host, port", () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: -5, max: 70_000 }), (host, port) => {
      const strings = proxy("http", host, port);
      if (!strings.ok) return;
      for (const text of Object.values(strings.value)) {
        expect(text).toMatch(/^PROXY [\w.:[\]-]+:\d+$/);
        expect(isProxyString(text)).toBe(true);
      }
    }),
  );
});
