import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { config, good, group, proxy, selector } from "./support/shapes.ts";
import { loaded, told, wayOf } from "./support/ways.ts";

const A = proxy();
const B = proxy({ tag: "b", server: "192.0.2.2" });
const BROKEN = proxy({ tag: "x", server_port: 0 });
const BOTH = group({ outbounds: ["a", "x"] });

test("B20 · what is taken when it is edited loads as the very same, and nothing is told of it", () => {
  const text = config([A, B, group(), selector("s", ["g", "direct"])], { route: { final: "s" } });
  expect(loaded(text)).toEqual({
    config: good(text).config,
    troubles: { first: [], count: 0 },
    refusedRules: new Set(),
  });
});

test("B20 · a refused proxy blocks where it is named, and the rest is served", () => {
  const rules = [
    { domain: "x.example", outbound: "x" },
    { domain: "b.example", outbound: "b" },
    { domain: "d.example", outbound: "direct" },
  ];
  const stored = loaded(config([A, BROKEN, B, BOTH], { route: { rules, final: "g" } }));
  const ways = ["x.example", "b.example", "d.example", "other.example"].map((host) => wayOf(stored, host));
  expect(ways).toEqual(["block", "b", "direct", "a"]);
  expect(told(stored)).toEqual(["outbound x <- outbounds[1].server_port:13"]);
});

test.each([
  ["an unknown type", proxy({ tag: "x", type: "ftp" })],
  ["a wrong host", proxy({ tag: "x", server: "a b" })],
  ["an account that cannot be told", proxy({ tag: "x", username: "a:b" })],
  ["an unknown strategy", group({ tag: "x", strategy: "none" })],
  ["no members", group({ tag: "x", outbounds: [] })],
  ["members that are no texts", group({ tag: "x", outbounds: ["a", 5] })],
  ["members of no list", group({ tag: "x", outbounds: 5 })],
  ["an unknown default", selector("x", ["a"], { default: "b" })],
  ["an unknown member of a selector", selector("x", ["a", "gone"])],
])("B20 · an outbound with %s blocks, also as the only way of all", (_, outbound) => {
  const stored = loaded(config([A, outbound, selector("s", ["x", "a"])], { route: { final: "s" } }));
  expect(wayOf(stored, "a.example")).toBe("block");
  expect(told(stored).map((one) => one.split(" <- ")[0])).toEqual(["outbound x"]);
});

test.each([
  ["unknown", ["a", "gone"], "member g <- outbounds[2].outbounds[1]:20"],
  ["there twice", ["a", "a"], "member g <- outbounds[2].outbounds[1]:20"],
  ["direct", ["a", "direct"], "member g <- outbounds[2].outbounds[1]:20"],
  ["the group itself", ["a", "g"], "member g <- outbounds[2].outbounds[1]:20"],
])("B1, B20 · a balancer does without a member that is %s", (_, outbounds, told1) => {
  const stored = loaded(config([A, B, group({ outbounds })], { route: { final: "g" } }));
  expect(stored.config.outbounds[2]).toMatchObject({ members: ["a"] });
  expect(told(stored)).toEqual([told1]);
  expect(wayOf(stored, "a.example")).toBe("a");
});

test("B1 · members are named by where they stand in the text, also when others were left out before", () => {
  const outbounds = ["gone", "x", "a", "outer", "b"];
  const text = config([A, BROKEN, B, group({ outbounds }), group({ tag: "outer", outbounds: ["a", "g"] })]);
  const stored = loaded(text);
  expect(told(stored)).toEqual([
    "outbound x <- outbounds[1].server_port:13",
    "member g <- outbounds[3].outbounds[0]:25",
    "member outer <- outbounds[4].outbounds[1]:37",
  ]);
  expect(stored.config.outbounds[3]).toMatchObject({ members: ["a", "outer", "b"] });
});

test("B20 · what dials through a refused outbound blocks too, however far", () => {
  const chain = Array.from({ length: 30 }, (_, i) =>
    proxy({ tag: `p${i}`, server: "127.0.0.1", detour: i ? `p${i - 1}` : "x" }),
  );
  const stored = loaded(config([A, BROKEN, ...chain]));
  expect(stored.config.outbounds.filter(({ kind }) => kind === "proxy").map(({ tag }) => tag)).toEqual(["a"]);
  expect(stored.troubles.count).toBe(31);
  expect(stored.troubles.first).toHaveLength(20);
});

test("B20 · detours and groups that lead back to themselves block, or do without each other", () => {
  const relay = (tag: string, detour: string) => proxy({ tag, server: "127.0.0.1", detour });
  const stored = loaded(config([A, relay("x", "y"), relay("y", "x"), group({ outbounds: ["x", "a"] })]));
  expect(wayOf(stored, "a.example")).toBe("a");
  expect(stored.config.outbounds.map(({ kind }) => kind)).toEqual(["proxy", "block", "block", "balancer"]);
});

test.each([
  ["a tag twice", [proxy({ tag: "x" }), proxy({ tag: "x", server: "192.0.2.9" })], ["outbound x"]],
  ["the tag of something built in", [proxy({ tag: "direct" })], ["outbound direct"]],
])("B20 · %s: nobody can say which is meant, so it blocks", (_, outbounds, effects) => {
  const rules = [
    { domain: "x.example", outbound: "x" },
    { domain: "d.example", outbound: "direct" },
  ];
  const stored = loaded(config([A, ...outbounds], { route: { rules } }));
  expect(told(stored).map((one) => one.split(" <- ")[0])).toEqual(effects);
  expect(wayOf(stored, "x.example")).toBe("block");
  if (effects[0] === "outbound direct") expect(wayOf(stored, "d.example")).toBe("block");
});

test.each([
  ["no tag", { tag: "" }],
  ["a tag that cannot be used", { tag: "constructor" }],
  ["a tag that is no text", { tag: 5 }],
])(
  "B20 · an outbound with %s is left out; what no rule matches does not go by the next one in its place",
  (_, more) => {
    const direct = { type: "direct", tag: "home" };
    const first = loaded(config([proxy(more), direct, A]));
    expect(wayOf(first, "a.example")).toBe("block");
    const named = loaded(config([proxy(more), direct, A], { route: { final: "a" } }));
    expect(wayOf(named, "a.example")).toBe("a");
    expect(told(named)).toEqual([`outbound  <- outbounds[0].tag:5`]);
  },
);

test("B20 · a selector that would start with direct for what was left out blocks", () => {
  const stored = loaded(
    config([{ type: "vless", tag: "v" }, A, selector("s", ["v", "direct"])], { route: { final: "s" } }),
  );
  expect(wayOf(stored, "a.example")).toBe("block");
});

test("B20 · a balancer never gets direct by way of a group: it does without that group", () => {
  const stored = loaded(config([A, group({ outbounds: ["s", "a"] }), selector("s", ["direct", "a"])]));
  expect(stored.config.outbounds[1]).toMatchObject({ members: ["a"] });
});

test("B20 · a selector with a refused member stays in its balancer", () => {
  const stored = loaded(config([A, BROKEN, group({ outbounds: ["s", "a"] }), selector("s", ["x", "a"])]));
  expect(stored.config.outbounds[2]).toMatchObject({ members: ["s", "a"] });
  expect(stored.config.outbounds[3]).toMatchObject({ members: ["x", "a"] });
});

test.each([
  ["text that is not JSON", "{"],
  ["nothing", ""],
  ["a list", "[]"],
  ["no outbounds", "{}"],
  ["outbounds twice", '{ "outbounds": [{ "type": "direct", "tag": "d" }], "outbounds": [] }'],
  ["outbounds of which none can be used", config([BROKEN, proxy({ tag: "y", type: "ftp" })])],
  ["types that no browser speaks alone", config([{ type: "vless", tag: "v" }])],
])("B20 · %s is of no use: all is blocked, as before", (_, text) => {
  const outcome = loadConfig(text);
  expect(outcome.ok ? [] : outcome.error.map(({ level }) => level)).toContain("error");
});

test("what keeps most from being served is told first, and how many there are", () => {
  const route = { rules: [{ domain: "x" }], final: "gone" };
  const stored = loaded(
    config([A, group({ outbounds: ["a", "gone"] }), BROKEN], { route, experimental: { monitoring: 5 } }),
  );
  expect(stored.troubles.first.map(({ effect }) => effect.kind)).toEqual([
    "final",
    "outbound",
    "rule",
    "member",
    "unset",
  ]);
  expect(stored.troubles.count).toBe(5);
});
