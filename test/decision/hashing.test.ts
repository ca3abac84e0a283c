import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { siteKey } from "../../src/decision/site-key.ts";
import { createSources } from "../../src/decision/sources.ts";
import { hash32 } from "../../src/lib/hash.ts";
import { asking, hash, nodesOf } from "./snapshot.ts";

describe("the key of a destination", () => {
  test.each([
    ["CH1 · the registrable domain, not the last two labels", "shop.static.example.co.uk", "example.co.uk"],
    ["CH1 · by the private part of the list too", "a.b.someone.github.io", "someone.github.io"],
    ["CH1 · an IPv4 literal is its own", "203.0.113.7", "203.0.113.7"],
    ["CH1 · an IPv6 literal is its own", "2001:db8::7", "2001:db8::7"],
    ["CH1 · a host without a registrable domain is its own", "printer", "printer"],
    ["CH1 · a public suffix is its own", "github.io", "github.io"],
    ["CH1 · an unlisted top-level domain counts as one label", "www.h1.lan", "h1.lan"],
    ["CH1 · an international name", "www.xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"],
  ])("%s", (_, host, key) => {
    expect(siteKey(host)).toBe(key);
  });
});

const sources = createSources(1);
const group = (tags: readonly string[]) => ({ hashes: tags.map(hash32) });
const all = (tags: readonly string[]): number[] => [...tags.keys()];
const home = (key: string, tags: readonly string[], weights: readonly number[] | null = null): string =>
  tags[sources.order(key, all(tags), group(tags), weights, 1)[0] ?? -1] ?? "nobody";

const KEYS = Array.from({ length: 20_000 }, (_, i) => `h${i}.example`);
const TAGS = ["de-1", "de-2", "nl-1", "nl-2", "fr-1"];
describe("the hash", () => {
  test("CH4 · is fixed: the same values in every browser and every version", () => {
    expect(["", "a", "example.com", "h1.example", "пример"].map(hash32)).toMatchInlineSnapshot(`
      [
        3954623016,
        2116446600,
        1444022868,
        3433680443,
        14799826,
      ]
    `);
  });

  // The keys are always the same, so this holds by chance never, nor fails by it.
  test.each([[[1, 1, 1, 1, 1]], [[6, 1, 1, 1, 1]], [[0.5, 1, 2, 4, 8]], [[100, 1, 1, 1, 1]], [[3, 0.001, 3, 3, 3]]])(
    "CH4 · shares 100,000 keys by weight %j, within four standard deviations",
    (weights) => {
      const keys = 100_000;
      const counts = TAGS.map(() => 0);
      const members = all(TAGS);
      const hashed = group(TAGS);
      for (let i = 0; i < keys; i++) {
        const place = sources.order(`site-${i}.example`, members, hashed, weights, 1)[0] ?? -1;
        counts[place] = (counts[place] ?? 0) + 1;
      }
      const total = weights.reduce((sum, weight) => sum + weight);
      for (const [member, weight] of weights.entries()) {
        const part = weight / total;
        const off = Math.abs((counts[member] ?? 0) - keys * part);
        expect(off, TAGS[member]).toBeLessThanOrEqual(4 * Math.sqrt(keys * part * (1 - part)));
      }
    },
  );

  test("CH4 · spreads a dead member's keys evenly", () => {
    const second = KEYS.filter((key) => home(key, TAGS) === "de-1").map(
      (key) => TAGS[sources.order(key, all(TAGS), group(TAGS), null, 2)[1] ?? -1],
    );
    for (const tag of TAGS.slice(1)) {
      expect(second.filter((one) => one === tag).length / second.length).toBeCloseTo(0.25, 1);
    }
  });

  const tags = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 2, maxLength: 12 });

  test("CH4 · a member that goes moves only its own keys, one that comes takes only what it wins", () => {
    fc.assert(
      fc.property(tags, fc.string(), fc.nat(), (some, key, n) => {
        const gone = some[n % some.length];
        const left = some.filter((tag) => tag !== gone);
        if (home(key, some) !== gone) expect(home(key, left)).toBe(home(key, some));
      }),
    );
  });

  test("CH2, CH4 · nor do others move where there are many, whatever they weigh", () => {
    const weighted = fc.uniqueArray(fc.tuple(fc.string({ maxLength: 8 }), fc.constantFrom(1, 2, 5, 0.01)), {
      selector: ([tag]) => tag,
      minLength: 2,
      maxLength: 60,
    });
    fc.assert(
      fc.property(weighted, fc.boolean(), fc.string(), fc.nat(), (some, isWeighted, key, n) => {
        const gone = n % some.length;
        const left = some.filter((_, member) => member !== gone);
        const homeOf = (members: typeof some) =>
          home(
            key,
            members.map(([tag]) => tag),
            isWeighted ? members.map(([, weight]) => weight) : null,
          );
        if (homeOf(some) !== some[gone]?.[0]) expect(homeOf(left)).toBe(homeOf(some));
      }),
      { numRuns: 1_000 },
    );
  });

  test("CH4 · shares 100,000 keys among 100 members by their weights, within four standard deviations", () => {
    const keys = 100_000;
    const tags = Array.from({ length: 100 }, (_, i) => `192.0.2.${i}:8080`);
    const weights = tags.map((_, i) => [1, 2, 5][i % 3] ?? 1);
    const total = weights.reduce((sum, weight) => sum + weight);
    const [members, hashed] = [all(tags), group(tags)];
    const counts = tags.map(() => 0);
    for (let i = 0; i < keys; i++) {
      const place = sources.order(`site-${i}.example`, members, hashed, weights, 1)[0] ?? -1;
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const far = tags.filter((_, member) => {
      const part = (weights[member] ?? 0) / total;
      return Math.abs((counts[member] ?? 0) - keys * part) > 4 * Math.sqrt(keys * part * (1 - part));
    });
    expect(far).toEqual([]);
  });

  test("CH4 · without weights and with equal ones the order is the same", () => {
    fc.assert(
      fc.property(tags, fc.string(), (some, key) => {
        const order = (weights: readonly number[] | null) =>
          sources.order(key, all(some), group(some), weights, some.length);
        expect(order(some.map(() => 3))).toEqual(order(null));
      }),
    );
  });

  test("CH2 · does not hang on the seed or on the order of the members", () => {
    expect(createSources(2).order("k", all(TAGS), group(TAGS), null, 5)).toEqual(
      sources.order("k", all(TAGS), group(TAGS), null, 5),
    );
    expect(home("k", TAGS.toReversed())).toBe(home("k", TAGS));
  });
});

describe("consistent-hashing", () => {
  const nodes = nodesOf({ g: "abcd" });
  const site = "https://www.example.com/";
  const order = (() => {
    const letters = [..."abcd"];
    return sources.order("example.com", all(letters), group(letters), null, 4);
  })();
  const letter = (place: number): string => "abcd"[order[place] ?? 9] ?? "?";
  const dead = (...places: number[]): number[] =>
    [0, 1, 2, 3].filter((m) => places.every((place) => order[place] !== m));
  const serve = (alive: number[], maxRetry: number): string =>
    asking({ nodes, plans: { g: hash([0, 1, 2, 3], alive, maxRetry) } }).ask(site).outbound;

  test.each([
    ["CH3 · alive: the hashed member", dead(), 0, letter(0)],
    ["CH3 · dead: the next of the hash, when it may try one", dead(0), 1, letter(1)],
    ["CH3 · that one dead too, when it may try two", dead(0, 1), 2, letter(2)],
    [
      "CH3 · that one dead too, when it may try but one: the first alive",
      dead(0, 1),
      1,
      "abcd"[dead(0, 1)[0] ?? 9] ?? "?",
    ],
    ["CH3 · no other tries: the first alive in config order", dead(0), 0, "abcd"[dead(0)[0] ?? 9] ?? "?"],
    ["CH3 · nobody alive: the hashed member", [], 3, letter(0)],
  ])("%s", (_, alive, maxRetry, expected) => {
    expect(serve(alive, maxRetry)).toBe(expected);
  });

  test("CH1 · port, scheme and container play no part", () => {
    const { ask } = asking({ nodes, plans: { g: hash([0, 1, 2, 3], [0, 1, 2, 3]) } });
    const served = ["https://example.com/", "http://a.example.com:81/", "wss://b.example.com/"].map(
      (one) => ask(one).outbound,
    );
    expect(new Set(served)).toEqual(new Set([letter(0)]));
  });

  test("CH2 · a death moves only the dead member's keys", () => {
    const before = asking({ nodes, plans: { g: hash([0, 1, 2, 3], [0, 1, 2, 3], 1) } });
    const after = asking({ nodes, plans: { g: hash([0, 1, 2, 3], [0, 2, 3], 1) } });
    for (const key of KEYS.slice(0, 200)) {
      const was = before.ask(`https://${key}/`).outbound;
      if (was !== "b") expect(after.ask(`https://${key}/`).outbound).toBe(was);
    }
  });
});
