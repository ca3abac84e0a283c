import { expect, test } from "vitest";
import { config, group, proxy } from "./support/shapes.ts";
import { loaded, told, wayOf } from "./support/ways.ts";

const A = proxy();
const B = proxy({ tag: "b", server: "192.0.2.2" });
const FIRST = { domain: "first.example", outbound: "b" };
const LAST = { domain: "last.example", outbound: "direct" };

/** Where these hosts go when this rule stands between the first and the last. */
function around(rule: unknown): Record<string, string> {
  const stored = loaded(config([A, B], { route: { rules: [FIRST, rule, LAST], final: "a" } }));
  const at = (host: string, port?: number): string => wayOf(stored, host, port);
  return {
    first: at("first.example"),
    named: at("named.example"),
    last: at("last.example"),
    other: at("other.example"),
    onPort: at("other.example", 8080),
  };
}

const ALL_BLOCKED = { first: "b", named: "block", last: "block", other: "block", onPort: "block" };
const NAMED_BLOCKED = { first: "b", named: "block", last: "direct", other: "a", onPort: "a" };
const PORT_BLOCKED = { first: "b", named: "a", last: "direct", other: "a", onPort: "block" };

test.each([
  ["whose outbound is missing", { domain: "named.example" }, NAMED_BLOCKED],
  ["whose outbound is no text", { domain: "named.example", outbound: 5 }, NAMED_BLOCKED],
  ["of an unknown action", { domain: "named.example", action: "sniff", outbound: "a" }, NAMED_BLOCKED],
  [
    "with a condition to come, which narrows",
    { domain: "named.example", exit_country: "DE", outbound: "a" },
    NAMED_BLOCKED,
  ],
  ["with a wrong port", { domain: "named.example", port: 0, outbound: "a" }, NAMED_BLOCKED],
  ["with a wrong host", { domain: ["named.example", "a b"], outbound: "a" }, ALL_BLOCKED],
  ["with a wrong host on a port", { domain: ["named.example", "a b"], port: 8080, outbound: "a" }, PORT_BLOCKED],
  ["with a list that is not there", { rule_set: "gone", outbound: "a" }, ALL_BLOCKED],
  ["with a field that nobody knows", { domain: "named.example", geoip: "de", outbound: "a" }, ALL_BLOCKED],
  ["of an unknown type", { type: "logical", domain: "named.example", outbound: "a" }, ALL_BLOCKED],
  ["inverted, with a wrong port", { domain: "last.example", port: 0, invert: true, outbound: "a" }, ALL_BLOCKED],
  ["with an invert that is none", { domain: "named.example", invert: 1, outbound: "a" }, ALL_BLOCKED],
  ["with nothing to match", { outbound: "a" }, ALL_BLOCKED],
  ["that is none", 5, ALL_BLOCKED],
])("B20 · a rule %s blocks what it may match, and what an earlier one takes is served", (_, rule, ways) => {
  expect(around(rule)).toEqual(ways);
});

test("B20 · an inverted rule without an outbound blocks what it matches", () => {
  const ways = around({ domain: ["first.example", "last.example"], invert: true });
  expect(ways).toEqual({ first: "b", named: "block", last: "direct", other: "block", onPort: "block" });
});

test("B20 · rules keep their places, by which they are told", () => {
  const stored = loaded(config([A, B], { route: { rules: [FIRST, 5, LAST, { domain: "x" }], final: "a" } }));
  expect(stored.config.route.rules).toHaveLength(4);
  expect(told(stored)).toEqual(["rule 1 <- route.rules[1]:22", "rule 3 <- route.rules[3].outbound:27"]);
});

test("B20 · rules beyond a limit: those within it are served, what none of them takes is blocked", () => {
  const ports = Array.from({ length: 600 }, (_, i) => ({ domain: `h${i}.example`, port: i + 1, outbound: "b" }));
  const stored = loaded(config([A, B], { route: { rules: ports, final: "a" } }));
  expect(wayOf(stored, "h9.example", 10)).toBe("b");
  expect(wayOf(stored, "h599.example", 600)).toBe("block");
  expect(wayOf(stored, "other.example")).toBe("block");
  expect(told(stored)[0]).toMatch(/^rules 500 <- route\.rules/);
});

test.each([
  ["a final that is unknown", { final: "gone" }, ["final <- route.final:17"]],
  ["a final that is no text", { final: 5 }, ["final <- route.final:17"]],
  ["rules that are no list", { rules: 5, final: "a" }, ["rules 0 <- route.rules:17"]],
  ["a route that is none", 5, ["route <- route:16"]],
])("B20 · %s: what it would serve is blocked", (_, route, what) => {
  const stored = loaded(config([A, B], { route }));
  expect(wayOf(stored, "a.example")).toBe("block");
  expect(told(stored)).toEqual(what);
});

test("B20 · rules twice in the text: nobody can say which are meant, so what they may match is blocked", () => {
  const text = config([A], { route: { rules: [LAST], final: "a" } }).replace('"rules"', '"rules": [], "rules"');
  expect(wayOf(loaded(text), "a.example")).toBe("block");
});

test("B20 · private windows whose way is unknown are blocked, others are served", () => {
  const stored = loaded(config([A], { route: { private_windows: "gone" } }));
  expect(wayOf(stored, "a.example", 443, "firefox-private")).toBe("block");
  expect(wayOf(stored, "a.example", 443, "firefox-default")).toBe("a");
  expect(told(stored)).toEqual(["private-windows <- route.private_windows:11"]);
});

const LIST = { type: "remote", tag: "l", url: "https://l.example/a.json" };
const listed = (...lists: object[]) =>
  loaded(config([A, B], { route: { rule_set: lists, rules: [FIRST, { rule_set: "l", outbound: "b" }], final: "a" } }));

test.each([
  ["of an unknown format", [{ ...LIST, format: "x" }]],
  ["at no address", [{ ...LIST, url: "ftp://l.example" }]],
  ["of a tag that is there twice", [LIST, { ...LIST, url: "https://b.example/a.json" }]],
])("B20 · a rule list %s counts as never loaded", (_, lists) => {
  const stored = listed(...lists);
  expect([wayOf(stored, "first.example"), wayOf(stored, "other.example")]).toEqual(["b", "block"]);
  expect(stored.config.route.lists).toEqual([]);
  expect(told(stored).map((one) => one.split(" <- ")[0])).toEqual(["list l"]);
});

test("B20 · a rule list with an unknown download_detour is fetched by nobody and stays as it was loaded", () => {
  const stored = listed({ ...LIST, download_detour: "gone" });
  expect(stored.config.route.lists).toMatchObject([{ tag: "l", detour: "block" }]);
  expect(told(stored).map((one) => one.split(" <- ")[0])).toEqual(["fetch l"]);
});

test("B20 · a rule list with a wrong interval is fetched as often as others", () => {
  const stored = listed({ ...LIST, update_interval: "1s" });
  expect(stored.config.route.lists).toMatchObject([{ tag: "l", updateInterval: 86_400_000 }]);
  expect(told(stored).map((one) => one.split(" <- ")[0])).toEqual(["unset"]);
});

test("M23, B11 · fields of the monitoring and of connections that are refused count as unset, all others hold", () => {
  const experimental = {
    monitoring: {
      workers: 500,
      interval: "1m",
      on_demand_timeouts: ["3s", "1s"],
      urls: ["ftp://x", "http://a.example/"],
    },
    connections: { tabs: "close", downloads: true },
  };
  const stored = loaded(config([A, group()], { experimental }));
  expect(stored.config.monitoring).toMatchObject({
    workers: 10,
    interval: 60_000,
    onDemandTimeouts: [1_000, 3_000, 10_000],
    urls: ["http://a.example/"],
  });
  expect(stored.config.connections).toEqual({ tabs: "leave", downloads: true });
  expect(told(stored).map((one) => one.split(":")[0])).toEqual([
    "unset <- experimental.monitoring.workers",
    "unset <- experimental.monitoring.urls[0]",
    "unset <- experimental.monitoring.on_demand_timeouts",
    "unset <- experimental.connections.tabs",
  ]);
});
