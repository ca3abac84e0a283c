import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { config, good, group, proxy, selector, wrong } from "./support/shapes.ts";

const VLESS = { type: "vless", tag: "v" };
const DIRECT = { type: "direct", tag: "direct" };

test.each([
  ["a selector whose first member is left out", [selector("s", ["v", "direct"])], "outbounds[2].default"],
  [
    "a selector whose default is left out",
    [selector("s", ["direct", "a", "v"], { default: "v" })],
    "outbounds[2].default",
  ],
  [
    "a selector that starts with one that leads direct",
    [selector("s", ["v", "t"]), selector("t", ["a", "direct"], { default: "direct" })],
    "outbounds[2].default",
  ],
  [
    "a direct outbound of another name",
    [selector("s", ["v", "home"]), { type: "direct", tag: "home" }],
    "outbounds[2].default",
  ],
])("B20 · %s is refused when requests would go direct instead", (_, more, path) => {
  expect(wrong(config([proxy(), VLESS, ...more])).map((problem) => problem.split(" ")[0])).toEqual([path]);
});

test("B20 · a list that starts with an outbound left out needs a final, when direct is next", () => {
  expect(wrong(config([VLESS, DIRECT, proxy()]))).toEqual(["route.final <- nothing"]);
  expect(wrong(config([VLESS, selector("s", ["direct"]), proxy()]))).toEqual(["route.final <- nothing"]);
  expect(good(config([VLESS, DIRECT, proxy()], { route: { final: "a" } })).config.route.final).toBe("a");
  expect(good(config([VLESS, proxy(), DIRECT])).config.outbounds[0]?.tag).toBe("a");
});

test.each([
  ["another proxy", [selector("s", ["v", "a", "direct"])], ["a", "direct"]],
  [
    "a group that was emptied, which blocks",
    [selector("s", ["g", "direct"]), group({ outbounds: ["v"] })],
    ["g", "direct"],
  ],
  ["direct, which the person named first", [selector("s", ["direct", "v"])], ["direct"]],
  ["nothing: it is empty, and blocks", [selector("s", ["v"])], []],
])("B1 · a selector that loses a member starts with %s", (_, more, members) => {
  const { outbounds } = good(config([proxy(), VLESS, ...more])).config;
  expect(outbounds.find(({ tag }) => tag === "s")).toMatchObject({ members, default: null });
});

test("B20 · a final that names an outbound left out is refused", () => {
  expect(wrong(config([proxy(), VLESS], { route: { final: "v" } }))).toEqual(['route.final <- "v"']);
});

test("B20 · a rule that names an outbound left out is taken and told of: it blocks", () => {
  const { notes } = good(config([proxy(), VLESS], { route: { rules: [{ domain: "a.example", outbound: "v" }] } }));
  expect(notes.map(({ path, expected }) => [path, expected])).toContainEqual([
    "route.rules[0].outbound",
    "an outbound that a browser can use, and this one is left out: this rule blocks",
  ]);
});

test.each([
  ["final", { final: "v" }],
  ["private_windows", { private_windows: "v" }],
  [
    "rule_set[0].download_detour",
    { rule_set: [{ type: "remote", tag: "l", url: "https://l.example/a.json", download_detour: "v" }] },
  ],
])("B20 · route.%s that names an outbound left out is told so, and not that it is not in the list", (field, route) => {
  const expected = "an outbound that a browser can use, and this one is left out";
  const parsed = parseConfig(config([proxy(), VLESS], { route }));
  const told = parsed.ok ? [] : parsed.error.map((problem) => [problem.path, problem.expected]);
  expect(told).toEqual([[`route.${field}`, expected]]);
});

test.each([
  ["direct in a selector", [selector("s", ["a", "direct"])], ["outbounds[1].outbounds[1]"]],
  ["block in a selector", [selector("s", ["a", "block"])], ["outbounds[1].outbounds[1]"]],
  [
    "direct of another name",
    [selector("s", ["home", "a"]), { type: "direct", tag: "home" }],
    ["outbounds[1].outbounds[1]"],
  ],
  ["direct two groups deeper", [selector("s", ["t"]), selector("t", ["a", "direct"])], ["outbounds[1].outbounds[1]"]],
  ["none", [selector("s", ["a", "t"]), selector("t", ["a"]), selector("u", ["direct", "g"])], []],
])("B1, B20 · a balancer around a group with %s", (_, more, paths) => {
  const text = config([proxy(), group({ outbounds: ["a", "s"] }), ...more]);
  expect(wrong(text).map((problem) => problem.split(" ")[0])).toEqual(paths);
});
