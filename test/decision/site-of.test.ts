import { expect, test } from "vitest";
import { siteOf } from "../../src/decision/site-of.ts";

test.each([
  ["www.example.com", { host: "example.com", below: true }],
  ["example.co.uk", { host: "example.co.uk", below: true }],
  ["a.b.example.co.uk", { host: "example.co.uk", below: true }],
  ["me.github.io", { host: "me.github.io", below: true }],
  ["www.xn--bcher-kva.example", { host: "xn--bcher-kva.example", below: true }],
  ["co.uk", { host: "co.uk", below: false }],
  ["printer", { host: "printer", below: false }],
  ["192.0.2.7", { host: "192.0.2.7", below: false }],
  ["2001:db8::1", { host: "2001:db8::1", below: false }],
  ["not a host", null],
  ["", null],
])("a rule for the site of %j is for %j", (host, site) => {
  expect(siteOf(host)).toEqual(site);
});
