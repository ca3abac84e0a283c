import { expect, test } from "vitest";
import { isBypassed } from "../../src/routing/loopback.ts";

test.each([
  ["localhost", true, true],
  ["a.b.localhost", true, true],
  ["127.0.0.1", true, true],
  ["127.255.0.7", true, true],
  ["::1", true, true],
  ["::ffff:7f00:1", true, false],
  ["169.254.7.7", true, false],
  ["fe80::1", true, false],
  ["febf::1", true, false],
  ["fec0::1", false, false],
  ["::2", false, false],
  ["128.0.0.1", false, false],
  ["0.0.0.0", false, false],
  ["10.0.0.1", false, false],
  ["192.168.0.1", false, false],
  ["localhost.example", false, false],
  ["notlocalhost", false, false],
  ["127.example", false, false],
  ["printer", false, false],
  ["printer.local", false, false],
] as const)("%s is never sent through a proxy: by Chrome %s, by Firefox %s", (host, chrome, firefox) => {
  expect([isBypassed(host, "chrome"), isBypassed(host, "firefox")]).toEqual([chrome, firefox]);
});
