import { expect, test } from "vitest";
import { config, good, group, proxy, selector, wrong } from "./support/shapes.ts";
import { loaded, told, wayOf } from "./support/ways.ts";

const A = proxy();
const dials = (server: string, more: object = {}) => proxy({ tag: "r", server, detour: "a", ...more });
const problems = (text: string): string[] => wrong(text).map((one) => one.split(" <- ")[0] ?? "");

const NEAR = [
  "127.0.0.1",
  "127.8.9.10",
  "::1",
  "[::1]",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.254",
  "192.168.1.1",
  "169.254.1.1",
  "fc00::1",
  "fdff:1::2",
  "fe80::1",
  "febf::1",
  "::ffff:127.0.0.1",
  "::ffff:192.168.1.1",
  "::ffff:a00:1",
  "localhost",
  "LocalHost.",
  "relay.localhost",
];

test.each(NEAR)("M9 · a detour of a relay at %s is taken", (server) => {
  expect(good(config([A, dials(server)])).config.outbounds[1]).toMatchObject({ detour: "a" });
});

const FAR = [
  "192.0.2.9",
  "proxy.example.com",
  "2001:db8::1",
  "172.15.255.255",
  "172.32.0.1",
  "192.169.0.1",
  "11.0.0.1",
  "128.0.0.1",
  "169.253.1.1",
  "fec0::1",
  "fbff::1",
  "::2",
  "::ffff:192.0.2.9",
  "0.0.0.0",
  "localhost.example.com",
  "notlocalhost",
  "printer",
];

test.each(FAR)("M9 · a detour of a server at %s is refused: a browser would connect straight to it", (server) => {
  expect(wrong(config([A, dials(server)]))).toEqual(['outbounds[1].detour <- "a"']);
});

test("M9 · also of one that is switched off, and to nothing that is known", () => {
  expect(problems(config([A, dials("192.0.2.9", { enabled: false })]))).toEqual(["outbounds[1].detour"]);
  expect(problems(config([A, dials("192.0.2.9", { detour: "gone" })]))).toEqual(["outbounds[1].detour"]);
});

test("M9 · a detour to direct is no chain: any server may have it", () => {
  const home = { type: "direct", tag: "home" };
  for (const detour of ["direct", "home"]) good(config([A, home, dials("192.0.2.9", { detour })]));
  expect(problems(config([A, selector("s", ["direct"]), dials("192.0.2.9", { detour: "s" })]))).toEqual([
    "outbounds[2].detour",
  ]);
});

test.each([
  ["direct", { type: "direct", tag: "x", detour: "a" }],
  ["block", { type: "block", tag: "x", detour: "a" }],
  ["a balancer", group({ tag: "x", detour: "a" })],
  ["a selector", selector("x", ["a"], { detour: "b" })],
  ["an urltest", group({ tag: "x", type: "urltest", detour: "a" })],
])("B20 · a detour of %s is refused: requests would go without it", (_, outbound) => {
  expect(problems(config([A, outbound]))).toEqual(["outbounds[1].detour"]);
});

const VLESS = { type: "vless", tag: "v" };

test("B20 · a detour to what is left out takes the outbound with it, and whatever dials through that", () => {
  const relay = (tag: string, detour: string) => proxy({ tag, server: "127.0.0.1", detour });
  const outbounds = [A, relay("q", "p"), relay("p", "v"), VLESS, group({ outbounds: ["p", "q", "a"] })];
  const { config: read, notes } = good(
    config(outbounds, { route: { rules: [{ domain: "x.example", outbound: "q" }] } }),
  );
  expect(read.outbounds.map(({ tag }) => tag)).toEqual(["a", "g"]);
  const said = "an outbound that a browser can use: it is left out, and so is what dials through it";
  expect(notes.flatMap(({ path, expected }) => (expected === said ? [path] : []))).toEqual([
    "outbounds[1].detour",
    "outbounds[2].detour",
  ]);
  expect(notes.map(({ path }) => path)).toContain("route.rules[0].outbound");
});

test("B20 · what would serve and is left out for its detour does not leave its place to direct", () => {
  const relay = proxy({ tag: "p", server: "127.0.0.1", detour: "v" });
  expect(problems(config([relay, { type: "direct", tag: "home" }, VLESS]))).toEqual(["route.final"]);
  expect(problems(config([A, relay, VLESS, selector("s", ["p", "direct"])]))).toEqual(["outbounds[3].default"]);
});

test("M9, B20 · stored, what would connect straight to its server blocks, and the rest is served", () => {
  const rules = [{ domain: "far.example", outbound: "r" }];
  const outbounds = [A, dials("192.0.2.9"), group({ outbounds: ["r", "a"] })];
  const stored = loaded(config(outbounds, { route: { rules, final: "g" } }));
  expect([wayOf(stored, "far.example"), wayOf(stored, "a.example")]).toEqual(["block", "a"]);
  expect(told(stored)).toEqual(["outbound r <- outbounds[1].detour:14"]);
});
