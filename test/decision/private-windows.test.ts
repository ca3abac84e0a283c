import { expect, test } from "vitest";
import type { SnapshotBase } from "../../src/decision/contract.ts";
import { decide } from "../../src/decision/decide.ts";
import { createMemory } from "../../src/decision/memory.ts";
import { prepare } from "../../src/decision/prepare.ts";
import { instant } from "../../src/model/units.ts";
import { compileRules } from "../../src/routing/compile.ts";
import { compileTemporary } from "../../src/routing/compile-temporary.ts";
import { nodesOf, one, rule } from "./snapshot.ts";

const BASE: SnapshotBase = {
  seed: 1,
  nodes: nodesOf({ own: "ab" }),
  temporary: compileTemporary([{ host: "short.test", below: true, outbound: "e" }]),
  rules: compileRules([rule("x.test", "c"), { ...rule("c.test", "f"), container: ["firefox-private"] }]),
  final: "d",
};

const to = (host: string, container: string, privateWindows?: string) => {
  const base = privateWindows === undefined ? BASE : { ...BASE, privateWindows };
  const request = { scheme: "https", host, port: 443, container };
  const decision = decide(prepare(base), { own: one(1) }, createMemory(), request, instant(0));
  return [decision.outbound, decision.rule];
};

test.each([
  ["without one they go as all others", "x.test", "firefox-private", undefined, ["c", 0]],
  ["a rule may ask for them", "c.test", "firefox-private", undefined, ["f", 1]],
  ["and no other window meets it", "c.test", "firefox-default", undefined, ["d", null]],
  ["a group of their own serves all of them", "y.test", "firefox-private", "own", ["b", "private"]],
  ["whatever the rules say", "x.test", "firefox-private", "own", ["b", "private"]],
  ["and what ends with the run", "short.test", "firefox-private", "own", ["b", "private"]],
  ["other windows go on as they were", "x.test", "firefox-default", "own", ["c", 0]],
  ["so do containers", "y.test", "firefox-container-2", "own", ["d", null]],
  ["and a browser that tells nothing apart", "y.test", "", "own", ["d", null]],
  ["one that is not there blocks", "y.test", "firefox-private", "gone", ["block", "private"]],
] as const)("private windows: %s", (_, host, container, own, expected) => {
  expect(to(host, container, own)).toEqual(expected);
});
