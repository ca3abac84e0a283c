import { expect, test } from "vitest";
import { config, good, group, proxy, selector, wrong } from "./support/shapes.ts";
import { loaded, told, wayOf } from "./support/ways.ts";

const FIELDS: readonly (readonly [name: string, value: unknown])[] = [
  ["exit_country", "DE"],
  ["exit_country", ["DE", "NL"]],
  ["exclude_country", ["RU"]],
  ["country_fallback", "any"],
  ["exit_confirmed", true],
  ["filter", "DE|NL"],
  ["exclude-filter", "trial"],
  ["excludeFilter", "trial"],
  ["include", "DE"],
  ["exclude", "trial"],
  ["exclude_type", "http"],
  ["backup", ["a"]],
  ["max_rtt", "300ms"],
  ["min_mbps", 5],
  ["only_ipv6", true],
];

test.each(FIELDS)(
  "B1 · a group with %s: %j is refused at its line: without it those ruled out would serve",
  (name, value) => {
    for (const one of [
      group({ [name]: value }),
      group({ type: "urltest", [name]: value }),
      selector("g", ["a"], { [name]: value }),
    ])
      expect(wrong(config([proxy(), one])).map((problem) => problem.split(" <- ")[0])).toEqual([
        `outbounds[1].${name}`,
      ]);
  },
);

test.each([
  ["exit_country", []],
  ["exclude", ""],
  ["exit_confirmed", false],
  ["filter", null],
  ["icon", "https://a.example/x.png"],
  ["hidden", true],
  ["interrupt_exist_connections", true],
  ["max_retry", 2],
])("B1 · a selector with %s: %j is taken: nobody is ruled out by it", (name, value) => {
  expect(good(config([proxy(), selector("s", ["a"], { [name]: value })])).config.outbounds).toHaveLength(2);
});

test("B20 · stored, such a group blocks, and the rest is served", () => {
  const outbounds = [proxy(), group({ exit_country: "DE" }), selector("s", ["g", "a"])];
  const stored = loaded(config(outbounds, { route: { rules: [{ domain: "a.example", outbound: "a" }], final: "s" } }));
  expect([wayOf(stored, "a.example"), wayOf(stored, "other.example")]).toEqual(["a", "block"]);
  expect(told(stored)).toEqual(["outbound g <- outbounds[1].exit_country:15"]);
});
