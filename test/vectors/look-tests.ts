import { expect } from "vitest";
import type { TestResult } from "../../src/model/test-result.ts";
import { flag, list, map, nullable, number, oneOf, text } from "./check.ts";
import { key, type Looks, narrows, ofMembers, type Scene, set, since, tag } from "./look.ts";

const tested = (scene: Scene, from = 0): string[] =>
  scene.stage.tests.filter(({ at }) => at >= from).map(({ member }) => member);

function stateOf(known: TestResult | null): string {
  if (known === null) return "untested";
  return known.kind === "failed" ? "failed" : known.cached ? "cached" : "works";
}

const STATES = ["untested", "cached", "works", "failed"] as const;

/** What a vector may expect of the tests a group asks for, and of what is known of its members. */
export const TEST_LOOKS: Looks = {
  tests_started: key(list(text), (expected, scene) =>
    expect(set(tested(scene, since(scene, "tests_started_since"))), scene.where).toEqual(set(expected)),
  ),
  tests_started_since: narrows(number, "tests_started"),
  test_order: key(list(text), (expected, scene) => expect([...new Set(tested(scene))], scene.where).toEqual(expected)),
  tests_count: key(map(number), (expected, scene) =>
    ofMembers(expected, scene, (member) => tested(scene).filter((one) => one === tag(scene.view, member)).length),
  ),

  state_of: key(map(oneOf(STATES)), (expected, scene) =>
    ofMembers<string>(expected, scene, (member) => stateOf(scene.view.known[member] ?? null)),
  ),
  delay_of: key(map(nullable(number)), (expected, scene) =>
    ofMembers(expected, scene, (member) => {
      const known = scene.view.known[member];
      return known?.kind === "delay" ? known.delay : null;
    }),
  ),
  delay_from_cache: key(map(flag), (expected, scene) =>
    ofMembers(expected, scene, (member) => {
      const known = scene.view.known[member];
      return known?.kind === "delay" && known.cached;
    }),
  ),
};
