import { expect, test } from "vitest";
import { decide } from "../../../src/decision/decide.ts";
import { createMemory } from "../../../src/decision/memory.ts";
import { prepare } from "../../../src/decision/prepare.ts";
import { instant } from "../../../src/model/units.ts";
import { MortalBackground } from "../support/mortal-background.ts";

/** A selector that uses `a`, wherever it stands among the members, and a balancer that is told of by each result. */
const configOf = (members: readonly string[], lists: readonly object[]): string =>
  JSON.stringify({
    outbounds: [
      { type: "selector", tag: "s", outbounds: members, default: "a" },
      { type: "balancer", tag: "g", outbounds: ["a", "b"], strategy: "lowest-delay" },
      { type: "http", tag: "a", server: "192.0.2.1", server_port: 1001 },
      { type: "http", tag: "b", server: "192.0.2.2", server_port: 1001 },
    ],
    route: { rule_set: lists, final: "s" },
  });
const LIST = { type: "remote", tag: "l", url: "https://l.example/x", format: "domains" };

const WORKS = { a: { after: 40, worksUntil: Infinity }, b: { after: 90, worksUntil: Infinity } };

/** Where requests go by what the router was told. */
function way({ routed }: MortalBackground): string {
  if (routed === null || typeof routed === "string") return String(routed);
  const request = { scheme: "https", host: "x.test", port: 443, container: "" };
  return decide(prepare(routed.base), routed.plans, createMemory(), request, instant(0)).outbound;
}

test("B20 · a result while an edit is put in force: no plan of the one configuration meets the groups of the other", async () => {
  const background = new MortalBackground(configOf(["direct", "a"], []), WORKS, null);
  await background.traffic();
  await background.until(20_000);
  const ways = [way(background)];
  background.onTold = () => ways.push(way(background));
  let go = (): void => {};
  background.slowLists = new Promise((resolve) => {
    go = resolve;
  });
  const edited = background.edit(configOf(["a", "direct"], [LIST]));
  await background.ask(["a"]);
  await background.until(21_000);
  go();
  await edited;
  await background.until(30_000);
  ways.push(way(background));
  expect(new Set(ways)).toEqual(new Set(["a"]));
  expect(background.routed).toMatchObject({ base: { nodes: { s: { members: ["a", "direct"] } } } });
});
