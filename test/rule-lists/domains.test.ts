import { expect, test } from "vitest";
import { readDomains } from "../../src/rule-lists/read-domains.ts";
import { matcher } from "./matching.ts";

test.each<[string, readonly string[], readonly string[]]>([
  ["example.com", ["example.com", "www.example.com"], ["badexample.com", "com"]],
  ["+.example.com", ["example.com", "www.example.com"], ["com"]],
  [".example.com", ["www.example.com"], ["example.com"]],
  ["*.example.com", ["www.example.com"], ["example.com"]],
  ["EXAMPLE.com.", ["example.com"], []],
  ["bücher.example", ["xn--bcher-kva.example"], []],
  ["ir", ["a.ir", "ir"], ["air"]],
  ["192.0.2.7", ["192.0.2.7"], ["192.0.2.8"]],
  ["10.0.0.0/8", ["10.9.9.9"], ["11.0.0.1"]],
  ["2001:db8::/32", ["[2001:db8::5]"], ["[2001:db9::5]"]],
  ["0.0.0.0 ads.example", ["ads.example"], ["www.ads.example", "0.0.0.0"]],
  ["127.0.0.1\ta.example b.example # two", ["a.example", "b.example"], ["c.example"]],
  ["::1 v6.example", ["v6.example"], []],
  ["example.com # ads", ["example.com"], []],
])("%s", (line, yes, no) => {
  const list = readDomains(line);
  expect(list.left).toEqual({});
  const matches = matcher(list);
  for (const host of yes) expect(matches(`https://${host}/`), host).toBe(true);
  for (const host of no) expect(matches(`https://${host}/`), host).toBe(false);
});

test("comments of every kind, empty lines and a mark of the encoding are no entries", () => {
  const text = "\ufeff# a\n! b\n; c\n// d\n\n   \r\na.example\r\n";
  expect(readDomains(text)).toMatchObject({ taken: 1, left: {} });
});

test.each(["not a domain", "exa$mple.com", "http://example.com/", "0.0.0.0 0.0.0.0", "*.*", "a.example b.example"])(
  "what is no domain is counted: %s",
  (line) => {
    expect(readDomains(`a.example\n${line}`)).toMatchObject({ taken: 1, left: { unreadable: 1 } });
  },
);
