import { describe, expect, test } from "vitest";
import { memberIn, memberKey } from "../../../background/adapters/firefox/member-key.ts";
import { wentThrough } from "../../../background/connections/chain.ts";
import { type TimedWay, wayAt } from "../../../background/connections/infer-chain.ts";

const went = (outbound: string, at: number): TimedWay => ({ outbound, via: ["g"], at });
const asked = { startedAt: 10_000, headedAt: null, ip: null };
const NOW = 20_000;

describe("B8 · which way a request went, out of the PAC program's notes", () => {
  test.each<[string, readonly TimedWay[], number, string | null]>([
    ["the way its origin had when it began", [went("a", 5_000)], 0, "a"],
    ["the last of several", [went("a", 5_000), went("b", 6_000)], 0, "b"],
    ["the one it was given itself", [went("a", 10_003)], 9_000, "a"],
    ["a later change is not its own", [went("a", 5_000), went("b", 11_500)], 0, "a"],
    ["not known: it changed at that moment", [went("a", 5_000), went("b", 10_400)], 0, null],
    ["known: the change led the same way", [went("a", 5_000), went("a", 10_400)], 0, "a"],
    ["not known: nothing was noted", [], 0, null],
    ["not known: an earlier note may be missing", [went("a", 10_003)], 10_002, null],
    ["not known: the notes are not whole", [went("a", 10_003)], Number.POSITIVE_INFINITY, null],
  ])("%s", (_, ways, completeSince, expected) => {
    expect(wayAt(asked, { ways, completeSince }, () => true, NOW)?.outbound ?? null).toBe(expected);
  });

  const changed = { ways: [went("a", 5_000), went("b", 10_400)], completeSince: 0 };

  test("the address that answered tells apart what the notes leave open", () => {
    const answered = { ...asked, headedAt: 10_900, ip: "192.0.2.2" };
    expect(wayAt(answered, changed, (tag) => tag === "b", NOW)?.outbound).toBe("b");
    expect(wayAt(answered, changed, () => true, NOW)).toBeNull();
    expect(wayAt(answered, changed, () => false, NOW)).toBeNull();
  });

  test("an answer that came before the change shows that it went the former way", () => {
    expect(wayAt({ ...asked, headedAt: 10_300 }, changed, () => true, NOW)?.outbound).toBe("a");
  });

  test("of a request that has just begun nothing can be said", () => {
    expect(wayAt(asked, { ways: [went("a", 5_000)], completeSince: 0 }, () => true, 10_100)).toBeNull();
  });
});

test.each([
  ["g", ["a"], true],
  ["g", ["b"], false],
  ["outer", ["g"], true],
  ["outer", ["a"], false],
  ["other", ["a"], false],
])("B9 · outer > g > a went through %s to one of %j: %s", (group, members, expected) => {
  expect(wentThrough({ outbound: "a", via: ["outer", "g"] }, group, members)).toBe(expected);
});

test.each(["de-1", "a:b", "member:1:x", "", "two\nlines"])(
  "B8 · the key of %j names it again, in every generation",
  (tag) => {
    expect([memberIn(memberKey(tag, 0)), memberIn(memberKey(tag, 12))]).toEqual([tag, tag]);
    expect(memberKey(tag, 0)).not.toBe(memberKey(tag, 1));
  },
);

test.each([undefined, "", "test:abc", "member:de-1", "member::x"])("the key %j names no member", (key) => {
  expect(memberIn(key)).toBeNull();
});
