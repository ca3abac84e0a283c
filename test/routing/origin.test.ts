import fc from "fast-check";
import { expect, test } from "vitest";
import { parseOrigin } from "../../src/routing/origin.ts";

test.each([
  ["http://a.example/", "http", "a.example", 80],
  ["https://a.example", "https", "a.example", 443],
  ["ws://a.example/x", "ws", "a.example", 80],
  ["wss://a.example/", "wss", "a.example", 443],
  ["http://a.example:8080/p?q#f", "http", "a.example", 8080],
  ["http://a.example?q", "http", "a.example", 80],
  ["http://a.example#f", "http", "a.example", 80],
  ["http://a.example:/", "http", "a.example", 80],
  ["HTTPS://A.Example./", "https", "a.example", 443],
  ["http://[2001:db8::1]/", "http", "2001:db8::1", 80],
  ["http://[2001:DB8::1]:81/", "http", "2001:db8::1", 81],
  ["http://u:p@a.example/", "http", "a.example", 80],
  ["http://u@v:p@a.example:82/", "http", "a.example", 82],
  ["http://a.example/@b.example/", "http", "a.example", 80],
  ["http://a.example?@b.example", "http", "a.example", 80],
  ["http://a_b.example/", "http", "a_b.example", 80],
  ["http://__proto__/", "http", "__proto__", 80],
])("the origin of %s is %s, %s, %i", (url, scheme, host, port) => {
  expect(parseOrigin(url)).toEqual({ scheme, host, port });
});

test.each([
  "",
  "a.example",
  "//a.example/",
  "ftp://a.example/",
  "file:///etc",
  "data:,x",
  "http://",
  "http:///x",
  "about:blank",
])("%j is no web address", (url) => expect(parseOrigin(url)).toBe(null));

test.each([
  "http://a.example:65536/",
  "http://a.example:x/",
  "http://[::1/",
  "http://[::1]x/",
  "http://a.example:80:80/",
])("%j, which no browser asks for, is none either", (url) => expect(parseOrigin(url)).toBe(null));

test("the origin is the one that the browser's own reading gives", () => {
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((address) => `[${address}]`),
  );
  const port = fc.oneof(
    fc.constant(""),
    fc.integer({ min: 1, max: 65_535 }).map((number) => `:${number}`),
  );
  const rest = fc.webPath().map((path) => (path.startsWith("/") ? path : `/${path}`));
  fc.assert(
    fc.property(fc.constantFrom("http", "https", "ws", "wss"), host, port, rest, (scheme, at, written, path) => {
      const url = new URL(`${scheme}://${at}${written}${path}`);
      const usual = scheme === "http" || scheme === "ws" ? 80 : 443;
      expect(parseOrigin(url.href)).toEqual({
        scheme,
        host: url.hostname.replace(/^\[|\]$/g, ""),
        port: url.port === "" ? usual : Number(url.port),
      });
    }),
  );
});
