import { expect, test } from "vitest";
import { parseCidr } from "../../src/routing/cidr.ts";

test.each([
  ["10.0.0.0/8", "10.0.0.0/8", true],
  ["0.0.0.0/0", "0.0.0.0/0", true],
  ["192.0.2.1", "192.0.2.1/32", true],
  ["10.1.2.3/8", "10.0.0.0/8", false],
  ["255.255.255.255/31", "255.255.255.254/31", false],
  ["2001:DB8:0::/32", "2001:db8::/32", true],
  ["2001:db8::1", "2001:db8::1/128", true],
  ["2001:db8:ffff::/33", "2001:db8:8000::/33", false],
  ["::/0", "::/0", true],
  ["::ffff:10.1.0.0/112", "10.1.0.0/16", false],
  ["::ffff:192.0.2.1", "192.0.2.1/32", false],
  [" 10.0.0.0/8 ", "10.0.0.0/8", true],
])("%s is the network %s", (written, text, exact) => {
  expect(parseCidr(written)).toEqual({ text, exact });
});

test.each([
  "",
  "a.example/8",
  "10.0.0.0/33",
  "10.0.0/8",
  "10.0.0.0/",
  "10.0.0.0/-1",
  "2001:db8::/129",
  "[::1]/128",
  "1.2.3.4/8/8",
  "fe80::1%1/10",
])("%s is none", (written) => {
  expect(parseCidr(written)).toBeNull();
});
