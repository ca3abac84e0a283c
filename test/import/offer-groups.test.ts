import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { offerGroups } from "../../src/import/offer-groups.ts";
import { readProxyLines } from "../../src/import/proxy-lines.ts";

const proxies = (...lines: string[]) => readProxyLines(lines.join("\n")).taken;

function offered(text: string, ...lines: string[]): string {
  const result = offerGroups(text, proxies(...lines));
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** Every outbound in a few words: a proxy's tag, a group's tag with its members; then what serves the rest. */
function outline(text: string): string[] {
  const parsed = parseConfig(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const { outbounds, route } = parsed.value.config;
  return [
    ...outbounds.map((one) => ("members" in one ? `${one.tag}: ${one.members.join(" ")}` : one.tag)),
    `final ${route.final}`,
  ];
}

test("an empty text becomes a fresh configuration, one outbound a line", () => {
  expect(
    offered(
      " \n",
      "socks5://me:p%22w@192.0.2.1:1080#One",
      "https://proxy.example.com",
      "socks4://192.0.2.2",
      "socks4a://[2001:db8::1]",
    ),
  ).toBe(`{
  "outbounds": [
    { "type": "socks", "tag": "One", "server": "192.0.2.1", "server_port": 1080, "version": "5", "username": "me", "password": "p\\"w" },
    { "type": "http", "tag": "proxy.example.com:443", "server": "proxy.example.com", "server_port": 443, "tls": { "enabled": true } },
    { "type": "socks", "tag": "192.0.2.2:1080", "server": "192.0.2.2", "server_port": 1080, "version": "4", "remote_dns": false },
    { "type": "socks", "tag": "[2001:db8::1]:1080", "server": "2001:db8::1", "server_port": 1080, "version": "4" },
    { "type": "balancer", "tag": "fastest", "outbounds": ["One", "proxy.example.com:443", "192.0.2.2:1080", "[2001:db8::1]:1080"], "strategy": "lowest-delay", "interrupt_exist_connections": true },
    { "type": "balancer", "tag": "balance", "outbounds": ["One", "proxy.example.com:443", "192.0.2.2:1080", "[2001:db8::1]:1080"], "strategy": "round-robin", "interrupt_exist_connections": true },
    { "type": "selector", "tag": "select", "outbounds": ["fastest", "balance", "One", "proxy.example.com:443", "192.0.2.2:1080", "[2001:db8::1]:1080"] }
  ],
  "route": { "rules": [], "final": "select" }
}
`);
});

const OWN = `\ufeff// mine
{
    "outbounds": [
        { "type": "http", "tag": "a", "server": "192.0.2.1", "server_port": 80, "x-mine": 1 }, // the first
        { "type": "balancer", "tag": "fastest", "outbounds": ["a", /* more? */], "strategy": "pool" },
        { "type": "selector", "tag": "select", "outbounds": "a" } // the last
    ],
    "route": { "rules": [{ "domain": "example.com", "outbound": "direct" }] }, // no final
}
`;

test("what a person has stays as it stands: comments, order, unknown fields, layout; new proxies join their groups", () => {
  expect(offered(OWN, "192.0.2.9:80")).toBe(`\ufeff// mine
{
    "outbounds": [
        { "type": "http", "tag": "a", "server": "192.0.2.1", "server_port": 80, "x-mine": 1 }, // the first
        { "type": "balancer", "tag": "fastest", "outbounds": ["a", "192.0.2.9:80", /* more? */], "strategy": "pool" },
        { "type": "selector", "tag": "select", "outbounds": ["a", "balance", "192.0.2.9:80"] }, // the last
        { "type": "http", "tag": "192.0.2.9:80", "server": "192.0.2.9", "server_port": 80 },
        { "type": "balancer", "tag": "balance", "outbounds": ["192.0.2.9:80"], "strategy": "round-robin", "interrupt_exist_connections": true }
    ],
    "route": { "rules": [{ "domain": "example.com", "outbound": "direct" }], "final": "select" }, // no final
}
`);
});

const A = { type: "http", tag: "a", server: "192.0.2.1", server_port: 80 };

test.each<[string, object, string[], string[]]>([
  [
    "a proxy that is there already keeps its tag and joins the groups that are made",
    { outbounds: [A] },
    ["http://192.0.2.1:80#other", "192.0.2.2:80"],
    [
      "a",
      "192.0.2.2:80",
      "fastest: a 192.0.2.2:80",
      "balance: a 192.0.2.2:80",
      "select: fastest balance a 192.0.2.2:80",
    ],
  ],
  [
    "a proxy that is there already is not put back into a group that lacks it",
    { outbounds: [A, { ...A, tag: "b", server_port: 81 }, { type: "urltest", tag: "fastest", outbounds: ["b"] }] },
    ["192.0.2.1:80"],
    ["a", "b", "fastest: b", "balance: a", "select: fastest balance a"],
  ],
  [
    "the same address with another account is another proxy",
    { outbounds: [A] },
    ["u:p@192.0.2.1:80", "u:q@192.0.2.1:80"],
    [
      "a",
      "192.0.2.1:80",
      "192.0.2.1:80-2",
      "fastest: 192.0.2.1:80 192.0.2.1:80-2",
      "balance: 192.0.2.1:80 192.0.2.1:80-2",
      "select: fastest balance 192.0.2.1:80 192.0.2.1:80-2",
    ],
  ],
  [
    "a name that every object has gets a number",
    { outbounds: [] },
    ["socks5://192.0.2.2#constructor"],
    ["constructor-2", "fastest: constructor-2", "balance: constructor-2", "select: fastest balance constructor-2"],
  ],
  [
    "a tag that is taken, built in or a group's gets a number",
    { outbounds: [A, { type: "vless", tag: "v" }] },
    ["socks5://192.0.2.2#a", "socks5://192.0.2.3#direct", "socks5://192.0.2.4#balance", "socks5://192.0.2.5#v"],
    [
      "a",
      "a-2",
      "direct-2",
      "balance-2",
      "v-2",
      "fastest: a-2 direct-2 balance-2 v-2",
      "balance: a-2 direct-2 balance-2 v-2",
      "select: fastest balance a-2 direct-2 balance-2 v-2",
    ],
  ],
  [
    "a group makes way for something else of its name",
    { outbounds: [{ ...A, tag: "fastest" }] },
    ["192.0.2.2:80"],
    [
      "fastest",
      "192.0.2.2:80",
      "fastest-2: 192.0.2.2:80",
      "balance: 192.0.2.2:80",
      "select: fastest-2 balance 192.0.2.2:80",
    ],
  ],
])("%s", (_, config, lines, expected) => {
  for (const space of [0, 2, "\t"])
    expect(outline(offered(JSON.stringify(config, null, space), ...lines))).toEqual([...expected, "final select"]);
});

test.each([
  ["kept", { final: "a" }, "final a"],
  ["kept when it is direct", { final: "direct" }, "final direct"],
  ["set when it is null", { final: null }, "final select"],
  ["set when the route is null", null, "final select"],
])("what serves the rest is %s", (_, route, expected) => {
  expect(outline(offered(JSON.stringify({ outbounds: [A], route }), "192.0.2.2:80")).at(-1)).toBe(expected);
});

test.each([
  ["{}"],
  ['{ "outbounds": [] }'],
  ['{\r\n\t"outbounds": [ // none yet\r\n\t],\r\n\t"experimental": { "monitoring": { "interval": "1m" } }\r\n}'],
  ['{ "outbounds": null, "route": null }'],
])("a configuration that lists nothing yet is filled: %j", (text) => {
  expect(outline(offered(text, "192.0.2.2:80"))).toHaveLength(5);
});

test("line ends stay what they are", () => {
  expect(offered(OWN.replaceAll("\n", "\r\n"), "192.0.2.9:80")).toBe(
    offered(OWN, "192.0.2.9:80").replaceAll("\n", "\r\n"),
  );
});

test.each([
  ["nothing and no proxies", "", [], "no-proxies"],
  ["a text that is not JSON", "{", ["192.0.2.2:80"], "existing-refused"],
  ["a list", "[]", ["192.0.2.2:80"], "existing-refused"],
  ["lists nested without end", "[".repeat(200_000), ["192.0.2.2:80"], "existing-refused"],
  ["a wrong configuration", '{ "outbounds": [{ "type": "http" }] }', ["192.0.2.2:80"], "existing-refused"],
  ["a wrong field", '{ "outbounds": [], "route": 1 }', ["192.0.2.2:80"], "existing-refused"],
])("%s is refused with a code", (_, text, lines, code) => {
  expect(offerGroups(text, proxies(...lines))).toMatchObject({ ok: false, error: { code } });
});

test("B11 · the groups that are made leave a proxy that hangs, and those a person has keep what they say of it", () => {
  const own = { outbounds: [A, { type: "balancer", tag: "fastest", outbounds: ["a"], strategy: "lowest-delay" }] };
  const text = offered(JSON.stringify(own), "192.0.2.2:80");
  const parsed = parseConfig(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const interrupts = parsed.value.config.outbounds.flatMap((one) =>
    one.kind === "balancer" ? [[one.tag, one.options.interruptExistConnections]] : [],
  );
  expect(interrupts).toEqual([
    ["fastest", false],
    ["balance", true],
  ]);
});

test("no proxies leave a good configuration as it is", () => {
  expect(offered(OWN)).toBe(OWN);
});

test("ten thousand proxies are added at once", () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `198.51.${i >> 8}.${i & 255}:80`);
  expect(outline(offered(OWN, ...lines))).toHaveLength(10_000 + 5);
});

test("ten thousand proxies of one name get numbers, without trying all those before", () => {
  const lines = Array.from({ length: 10_000 }, (_, i) => `socks5://198.51.${i >> 8}.${i & 255}#same`);
  expect(outline(offered("", ...lines)).slice(9_998, 10_000)).toEqual(["same-9999", "same-10000"]);
});
