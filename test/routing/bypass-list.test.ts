import { describe, expect, test } from "vitest";
import { readBypassList } from "../../src/routing/bypass-list.ts";
import { hostsOnBypassList, isOnBypassList } from "../../src/routing/bypass-match.ts";
import { readOrigin } from "../../src/routing/origin.ts";

/** Whether an http address goes directly because of a list. */
function goesDirectly(list: string, authority: string): boolean {
  const at = readOrigin(`http://${authority}/`);
  if (!at) throw new Error(`expected an address, got ${authority}`);
  return isOnBypassList(readBypassList(list), at);
}

/** Each line was measured in Firefox (fact F14): the list, hosts that went directly, and hosts that went by the extension's proxy. */
const MEASURED: readonly [list: string, direct: readonly string[], proxied: readonly string[]][] = [
  ["listed.example", ["listed.example", "a.listed.example"], ["notlisted.example", "listed.example."]],
  [".sub.example", ["a.sub.example"], ["sub.example"]],
  ["*.star.example", ["a.star.example"], ["star.example"]],
  ["*tail.example", ["tail.example", "a.tail.example"], ["xtail.example"]],
  ["UPPER.example", ["upper.example", "a.b.upper.example"], []],
  ["xn--bcher-kva.example", ["xn--bcher-kva.example"], []],
  ["bÃ¼cher.test", [], ["xn--bcher-kva.test"]],
  ["x_y.example", ["x_y.example"], []],
  ["dot.example.", ["dot.example."], ["dot.example"]],
  [".", ["a.example."], ["a.example"]],
  ["*.", ["a.example."], ["a.example"]],
  ["*", [], ["a.example"]],
  ["*foo*.example", [], ["xfoo1.example"]],
  ["**.example", [], ["a.example"]],
  ["ported.example:8080", ["ported.example:8080"], ["ported.example"]],
  ["abc.example:abc", ["abc.example", "abc.example:8080"], []],
  ["zero.example:0", ["zero.example:8080"], []],
  ["path.example/x", ["path.example"], []],
  ["http://scheme.example", [], ["scheme.example", "http"]],
  ["<local>", ["printer"], ["printer.lan", "10.1.1.1"]],
  ["<LOCAL>", ["printer"], ["printer."]],
  ["<local>:8080", ["printer"], []],
  ["<local", [], ["printer"]],
  ["10.0.0.0/8", ["10.1.2.3", "[::ffff:a01:203]"], ["11.1.2.3"]],
  ["192.0.2.7", ["192.0.2.7"], ["192.0.2.8"]],
  ["203.0.113.0/24:8080", ["203.0.113.5:8080"], ["203.0.113.5"]],
  ["198.51.100.9:80", ["198.51.100.9"], ["198.51.100.9:8080"]],
  ["10.0.0.0:8080/8", [], ["10.1.2.3:8080", "10.0.0.0:8080"]],
  ["0.0.0.0/0", [], ["10.1.1.1"]],
  ["10.0.0.0/-8", [], ["10.1.2.3", "11.1.1.1"]],
  ["10.0.0.0/40", ["11.1.1.1", "[::1:0:0:1]"], ["[2001:db8::1]"]],
  ["10.1.2.3/200", ["10.1.2.3"], []],
  ["10.1", ["10.0.0.1"], ["10.1.0.0"]],
  ["0x0a.1.2.3", ["10.1.2.3"], []],
  ["167838211", ["10.1.2.3"], []],
  ["192.168", ["192.0.0.168"], ["192.168.0.1"]],
  ["[2001:db8::1]", ["[2001:db8::1]"], ["[2001:db9::1]"]],
  ["[2001:db8:1::]/48", ["[2001:db8:1::5]"], ["[2001:db8:2::5]"]],
  ["[2001:db8::1]:8080", ["[2001:db8::1]:8080"], ["[2001:db8::1]"]],
  ["2001:db8::1", [], ["[2001:db8::1]"]],
  ["2001:db8:1::/48", [], ["[2001:db8:1::5]"]],
  [
    "a.example b.example\tc.example,,d.example , e.example",
    ["a.example", "b.example", "c.example", "d.example", "e.example"],
    [],
  ],
  ["a.example\nb.example", [], ["a.example", "b.example"]],
  ["a.example;b.example", [], ["a.example", "b.example"]],
  ["", [], ["a.example", "[::ffff:7f00:1]", "0.0.0.0", "169.254.1.1"]],
];

describe("Firefox's list “No proxy for” sends directly what Firefox itself does", () => {
  test.each(MEASURED)("of %j it sends %j, and not %j", (list, direct, proxied) => {
    expect(direct.filter((host) => !goesDirectly(list, host))).toEqual([]);
    expect(proxied.filter((host) => goesDirectly(list, host))).toEqual([]);
  });

  test("https and WebSockets have their own usual ports", () => {
    const entries = readBypassList("a.example:443");
    const directly = ["https://a.example/", "wss://a.example/", "http://a.example/"].map((url) => {
      const at = readOrigin(url);
      return at !== null && isOnBypassList(entries, at);
    });
    expect(directly).toEqual([true, true, false]);
  });
});

test("what is told of a list are the hosts that go directly because of it, as they are written, each once", () => {
  const list =
    "Listed.example, localhost, .localhost, 127.0.0.1, 127.0.0.0/8, [::1], bücher.example, http://x.example, <local> 10.0.0.0/8,Listed.example";
  expect(hostsOnBypassList(readBypassList(list))).toEqual(["Listed.example", "<local>", "10.0.0.0/8"]);
  expect(hostsOnBypassList(readBypassList("126.0.0.0/7, [::]/64"))).toEqual(["126.0.0.0/7", "[::]/64"]);
});
