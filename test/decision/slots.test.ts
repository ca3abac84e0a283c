import { describe, expect, test } from "vitest";
import type { StickyPart } from "../../src/model/outbound.ts";
import type { Plan } from "../../src/model/plan.ts";
import { asking, nodesOf } from "./snapshot.ts";

const nodes = nodesOf({ g: "abcd" });
const HOSTS = Array.from({ length: 600 }, (_, i) => `https://h${i}.example/`);

/** Slots by their holders' letters; one that does not work in capitals. */
const plan = (holders: string, stickyHash: readonly StickyPart[] = ["process", "domain"]): Plan => ({
  kind: "pool",
  slots: [...holders].map((letter) => ({
    member: "abcd".indexOf(letter.toLowerCase()),
    works: letter === letter.toLowerCase(),
  })),
  stickyHash,
});
const served = (holders: string): string[] => {
  const { ask } = asking({ nodes, plans: { g: plan(holders) } });
  return HOSTS.map((host) => ask(host).outbound);
};

describe("the slot of a connection", () => {
  const before = served("abc");

  test("PL1 · keys are shared evenly over the slots", () => {
    for (const tag of "abc") expect(before.filter((one) => one === tag).length).toBeGreaterThan(150);
  });

  test("PL1 · a site keeps its slot", () => {
    const { ask } = asking({ nodes, plans: { g: plan("abc") } });
    expect(ask("https://www.h1.example/").outbound).toBe(ask("http://api.h1.example:81/").outbound);
  });

  test("PL3 · a new holder takes over its slot's keys, no others move", () => {
    served("adc").forEach((one, i) => {
      expect(one).toBe(before[i] === "b" ? "d" : before[i]);
    });
  });

  test("PL3 · a skipped slot's keys spread over the working ones, the same way each time, and return", () => {
    const skipped = served("aBc");
    expect(served("aBc")).toEqual(skipped);
    const spread = skipped.filter((_, i) => before[i] === "b");
    expect(new Set(spread)).toEqual(new Set(["a", "c"]));
    skipped.forEach((one, i) => {
      if (before[i] !== "b") expect(one).toBe(before[i]);
    });
  });

  test("PL3 · another slot's failure moves only what was spread to it", () => {
    const [one, two] = [served("aBcd"), served("aBCd")];
    one.forEach((member, i) => {
      if (member !== "c") expect(two[i]).toBe(member);
    });
  });

  test("PL5 · no slot works: the hashed slot's holder anyway", () => {
    expect(served("ABC")).toEqual(before);
  });

  test.each([
    ["PL5 · none: turns over the working slots", "aBc", "acac"],
    ["PL5 · none and no slot works: over all", "AB", "abab"],
  ])("%s", (_, holders, expected) => {
    const { ask } = asking({ nodes, plans: { g: plan(holders, ["none"]) } });
    expect(
      HOSTS.slice(0, 4)
        .map((host) => ask(host).outbound)
        .join(""),
    ).toBe(expected);
  });
});
