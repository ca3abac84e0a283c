import { expect, test } from "vitest";
import { type Serving, serving } from "../../popup/models/serving.ts";
import type { GroupView } from "../../src/protocol/view.ts";
import { group, member } from "./support/sample-view.ts";

const MEMBERS = ["a", "b", "c"].map((tag) => member(tag));
const PLAIN = new Map<string, "direct" | "block" | "refused">([
  ["direct", "direct"],
  ["home", "direct"],
  ["block", "block"],
  ["never", "block"],
  ["broken", "refused"],
]);
const follow = (from: string | null, groups: readonly GroupView[]): Serving =>
  serving(from, {
    group: (tag) => groups.find((one) => one.tag === tag),
    member: (tag) => MEMBERS.find((one) => one.tag === tag),
    plain: (tag) => PLAIN.get(tag),
  });

const told = (found: Serving): string =>
  found.kind === "proxy"
    ? [...found.via.map(({ tag }) => tag), found.member.tag, `+${found.more}`].join(" ")
    : found.kind;

const turns = group("turns", ["a", "b", "c"], { selected: "b", using: ["a", "b"] });
test.each<[string, string | null, readonly GroupView[], string]>([
  ["a proxy alone", "a", [], "a +0"],
  ["a group's selection", "turns", [turns], "turns b +1"],
  ["groups in groups", "pick", [turns, group("pick", ["turns"], { type: "selector" })], "pick turns b +1"],
  ["direct picked", "pick", [group("pick", ["direct"])], "direct"],
  ["direct under a name of its own", "pick", [group("pick", ["home"])], "direct"],
  ["block", "block", [], "block"],
  ["block under a name of its own", "never", [], "block"],
  ["what cannot be used as it is written", "pick", [group("pick", ["broken"])], "refused"],
  ["an empty group", "none", [group("none", [])], "empty"],
  ["no configuration", null, [], "nothing"],
  ["an unknown tag", "x", [], "nothing"],
  ["groups in a circle", "x", [group("x", ["y"]), group("y", ["x"])], "nothing"],
])("%s", (_, from, groups, found) => {
  expect(told(follow(from, groups))).toBe(found);
});
