import { expect, test } from "vitest";
import { BALANCER_DEFAULTS, BALANCER_EXAMPLE, MONITORING_DEFAULTS, MONITORING_EXAMPLE } from "./support/printed.ts";
import { config, good, group, proxy, wrong } from "./support/shapes.ts";

const SERVERS = ["server-a", "server-b", "server-c"].map((tag) => proxy({ tag }));

test("B1 · the printed example of a balancer is taken in a list with its members, and each printed default means what unset does", () => {
  const [unset] = good(config([proxy(), group()])).config.outbounds.slice(1);
  expect(good(config([...SERVERS, BALANCER_EXAMPLE])).notes).toEqual([]);
  for (const [name, value] of BALANCER_DEFAULTS) {
    const [set] = good(config([proxy(), group({ [name]: value })])).config.outbounds.slice(1);
    // Unset stays apart from an explicit tolerance (pool needs it).
    if (!name.startsWith("tolerance")) expect(set, name).toEqual(unset);
  }
});

test("M23 · the printed example of the monitoring is taken, and each printed default means what unset does", () => {
  const unset = good(config([proxy()])).config.monitoring;
  expect(good(config([proxy()], MONITORING_EXAMPLE)).notes).toEqual([]);
  for (const [name, value] of MONITORING_DEFAULTS)
    expect(good(config([proxy()], { experimental: { monitoring: { [name]: value } } })).config.monitoring).toEqual(
      unset,
    );
});

test.each([0, "0", "0s", ""])("B1 · ttl %j is no expiry", (ttl) => {
  expect(good(config([proxy(), group({ strategy: "sticky-sessions", ttl })])).config.outbounds[1]).toMatchObject({
    options: { ttl: 0 },
  });
});

test.each([5, -1, 0.5])("B1 · ttl %j is refused: a number has no unit", (ttl) => {
  expect(wrong(config([proxy(), group({ ttl })]))).toEqual([`outbounds[1].ttl <- ${ttl}`]);
});

test("M23 · 0 as a number is the default of every duration", () => {
  const written = { interval: 0, url_test_timeout: 0, idle_timeout: 0, debounce_window: 0 };
  expect(good(config([proxy()], { experimental: { monitoring: written } })).config.monitoring).toEqual(
    good(config([proxy()])).config.monitoring,
  );
});

test.each([
  ["the printed balancer", BALANCER_EXAMPLE],
  ["a proxy", proxy()],
  ["a type that no browser speaks", { type: "vless", tag: "v", server: "192.0.2.1" }],
])("%s alone in the box is told where it belongs, not errors about its fields", (_, outbound) => {
  expect(wrong(JSON.stringify(outbound))).toEqual([" <- an object"]);
});

test("the list of outbounds alone in the box is told where it belongs", () => {
  expect(wrong(JSON.stringify([proxy()]))).toEqual([" <- a list of 1"]);
});

test("M1 · a urltest's own test address and times get a note each: one monitoring tests for all groups", () => {
  const written = { type: "urltest", url: "https://a.example", interval: "1m", idle_timeout: "5m", tolerance: 20 };
  const { notes } = good(config([proxy(), group(written)]));
  expect(notes.map(({ path, expected }) => [path, expected])).toEqual(
    ["url", "interval", "idle_timeout"].map((name) => [
      `outbounds[1].${name}`,
      "nothing here: one monitoring tests the members of all groups (experimental.monitoring); without effect",
    ]),
  );
});
