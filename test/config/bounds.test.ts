import { expect, test } from "vitest";
import { config, good, group, proxy, selector, wrong } from "./support/shapes.ts";
import { loaded } from "./support/ways.ts";

const many = (count: number, more: (i: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, i) => proxy({ tag: `p${i}`, ...more(i) }));

// What grows with the square of the size takes minutes at these sizes, and meets the time limit of a test.
test.each([
  [
    "outbounds, and a group of them",
    () => config([...many(10_000), group({ outbounds: many(10_000).map(({ tag }) => tag) })]),
  ],
  [
    "fields that are not used, in one object",
    () => config([proxy(Object.fromEntries(many(50_000).map(({ tag }) => [tag, 1])))]),
  ],
  [
    "rules",
    () => config([proxy()], { route: { rules: many(50_000).map(({ tag }) => ({ domain: tag, outbound: "a" })) } }),
  ],
  [
    "groups in a row",
    () => config([...many(10_000).map((_, i) => selector(`g${i}`, [i === 9_999 ? "a" : `g${i + 1}`])), proxy()]),
  ],
  [
    "detours in a row",
    () => config(many(10_000, (i) => ({ server: "127.0.0.1", ...(i < 9_999 && { detour: `p${i + 1}` }) }))),
  ],
])("many %s are read without growing out of hand", (_, text) => {
  expect(good(text()).config.outbounds.length).toBeGreaterThan(0);
});

test("ten thousand problems are all told", () => {
  expect(wrong(config(many(10_000, () => ({ server_port: 0 }))))).toHaveLength(10_000);
});

test("ten thousand problems of a stored configuration are mended, and what dials through them blocks", () => {
  const broken = many(10_000, (i) => (i === 9_999 ? { server_port: 0 } : { server: "127.0.0.1", detour: `p${i + 1}` }));
  const members = [...broken.map(({ tag }) => tag), "a", "gone"];
  const rules = many(10_000).map(({ tag }) => ({ domain: [tag, "a b"], outbound: tag }));
  const stored = loaded(config([...broken, proxy(), group({ outbounds: members })], { route: { rules, final: "g" } }));
  expect(stored.config.outbounds.filter(({ kind }) => kind === "block")).toHaveLength(10_000);
  expect(stored.config.outbounds.at(-1)).toMatchObject({ members: ["a"] });
  expect(stored.troubles.count).toBe(20_001);
});

test.each([
  ["outbounds", config(many(100_001)), "outbounds <- a list of 100001"],
  [
    "rules",
    config([proxy()], { route: { rules: Array(100_001).fill({ domain: "a", outbound: "a" }) } }),
    "route.rules <- a list of 100001",
  ],
  [
    "hosts in rules",
    config([proxy()], { route: { rules: Array(3).fill({ domain: Array(66_667).fill("a"), outbound: "a" }) } }),
    "route.rules <- a list of 3",
  ],
])(
  "too many %s are refused",
  (_, text, problem) => {
    expect(wrong(text)).toEqual([problem]);
  },
  30_000,
);

test.each(["9007199254741s", `${"9".repeat(30)}h`, `${"9".repeat(400)}ms`])(
  "M23 · a duration that no timer of a browser takes is refused: %s",
  (interval) => {
    const text = config([proxy()], { experimental: { monitoring: { url_test_timeout: interval } } });
    expect(wrong(text).map((problem) => problem.split(" ")[0])).toEqual(["experimental.monitoring.url_test_timeout"]);
  },
);

test.each([
  ["lists", "[".repeat(200_000)],
  ["objects", '{"a":'.repeat(200_000)],
  ["closed lists", `{ "outbounds": ${"[".repeat(5_000)}${"]".repeat(5_000)} }`],
])("%s nested without end are refused, not run into", (_, text) => {
  expect(wrong(text)).toEqual([" <- lists or objects nested deeper"]);
});

test("brackets in texts and comments are no nesting", () => {
  const brackets = "[{".repeat(500);
  const text = config([proxy({ note: `${brackets}"` })]).replace("{", `{ // ${brackets}\n/* ${brackets} */`);
  expect(good(text).config.outbounds[0]).toMatchObject({ note: `${brackets}"` });
});
