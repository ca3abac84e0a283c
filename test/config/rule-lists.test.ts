import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { config, good, proxy } from "./support/shapes.ts";

function wrong(text: string): readonly { readonly path: string; readonly expected: string }[] {
  const parsed = parseConfig(text);
  return parsed.ok ? [] : parsed.error;
}

const LIST = { type: "remote", tag: "l", url: "https://lists.example/a.json" };
const withLists = (lists: unknown, more: object = {}) => config([proxy()], { route: { rule_set: lists, ...more } });
const listsOf = (...lists: object[]) => good(withLists(lists)).config.route.lists;

test("a list is read as sing-box names it, updated daily, through what serves the rest", () => {
  expect(listsOf(LIST)).toEqual([
    { tag: "l", url: "https://lists.example/a.json", format: "source", updateInterval: 86_400_000, detour: null },
  ]);
  expect(
    listsOf({
      ...LIST,
      url: " http://l.example/x ",
      format: "autoproxy",
      update_interval: "6h",
      download_detour: "direct",
    }),
  ).toEqual([
    { tag: "l", url: "http://l.example/x", format: "autoproxy", updateInterval: 21_600_000, detour: "direct" },
  ]);
});

test("a rule names lists and what is ready-made side by side", () => {
  const rules = [
    { rule_set: ["simple-names", "l"], outbound: "direct" },
    { rule_set: "l", outbound: "a" },
  ];
  expect(good(withLists([LIST], { rules })).config.route.rules).toEqual([
    { domain: [], domainSuffix: [], ruleSet: ["simple-names"], lists: ["l"], outbound: "direct" },
    { domain: [], domainSuffix: [], lists: ["l"], outbound: "a" },
  ]);
});

test.each<[string, unknown, string]>([
  ["not a list", {}, "route.rule_set"],
  ["another type", [{ ...LIST, type: "local" }], "route.rule_set[0].type"],
  ["no type", [{ tag: "l", url: LIST.url }], "route.rule_set[0].type"],
  ["no tag", [{ ...LIST, tag: "" }], "route.rule_set[0].tag"],
  ["the tag of what is ready-made", [{ ...LIST, tag: "simple-names" }], "route.rule_set[0].tag"],
  ["a tag twice", [LIST, { ...LIST, url: "https://b.example/b.json" }], "route.rule_set[1].tag"],
  ["no address", [{ type: "remote", tag: "l", format: "source" }], "route.rule_set[0].url"],
  ["an address with an account", [{ ...LIST, url: "https://u:p@b.example/b.json" }], "route.rule_set[0].url"],
  ["a binary list", [{ ...LIST, url: "https://b.example/b.srs" }], "route.rule_set[0].format"],
  ["a format that is not known", [{ ...LIST, format: "clash" }], "route.rule_set[0].format"],
  ["no format, and none in the address", [{ ...LIST, url: "https://b.example/b" }], "route.rule_set[0].format"],
  ["updates every second", [{ ...LIST, update_interval: "1s" }], "route.rule_set[0].update_interval"],
  ["an outbound nobody knows", [{ ...LIST, download_detour: "gone" }], "route.rule_set[0].download_detour"],
  ["too many", Array.from({ length: 21 }, (_, i) => ({ ...LIST, tag: `l${i}` })), "route.rule_set"],
])("refused: %s", (_, lists, path) => {
  expect(wrong(withLists(lists)).map((problem) => problem.path)).toContain(path);
});

test("B20 · a list is fetched directly only where its own field says so", () => {
  expect(wrong(withLists([LIST], { final: "direct" }))).toMatchObject([{ path: "route.rule_set[0].download_detour" }]);
  expect(
    good(withLists([{ ...LIST, download_detour: "direct" }], { final: "direct" })).config.route.lists,
  ).toHaveLength(1);
});

test("a rule that names no list there is, is refused", () => {
  expect(wrong(withLists([LIST], { rules: [{ domain: "x.test", rule_set: ["m"], outbound: "a" }] }))).toMatchObject([
    { path: "route.rules[0].rule_set[0]", expected: expect.stringContaining("the tag of a list") },
  ]);
});
