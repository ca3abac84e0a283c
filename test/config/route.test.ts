import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { config, good, proxy, wrong } from "./support/shapes.ts";

const rule = (more: object) =>
  config([proxy()], { route: { rules: [{ domain: "a.example", outbound: "a", ...more }] } });

test.each([
  ["domain_keyword", ["x"]],
  ["domain_regex", ["x"]],
  ["ip_cidr", ["10.0.0.0/8"]],
  ["port", 80],
  ["protocol", "http"],
  ["invert", true],
  ["container", "work"],
  ["exit_country", ["DE"]],
])(
  "B20 · a rule with %s is refused, and told that it is not supported yet: without it the rule would match more",
  (name, value) => {
    const parsed = parseConfig(rule({ [name]: value }));
    expect(parsed.ok ? [] : parsed.error).toMatchObject([
      { path: `route.rules[0].${name}`, expected: expect.stringContaining("not supported yet") },
    ]);
  },
);

test.each([
  ["an unknown field", { geosite: "ir" }, 'route.rules[0].geosite <- "ir"'],
  ["rules in rules", { type: "logical" }, 'route.rules[0].type <- "logical"'],
  ["an action other than route", { action: "sniff" }, 'route.rules[0].action <- "sniff"'],
  ["no host", { domain: [] }, "route.rules[0] <- an object"],
  ["a host that is none", { domain: ["*.example"] }, 'route.rules[0].domain[0] <- "*.example"'],
  ["a suffix that is none", { domain_suffix: "." }, 'route.rules[0].domain_suffix[0] <- "."'],
  ["a number for a host", { domain: 5 }, "route.rules[0].domain <- 5"],
  ["no outbound", { outbound: null }, "route.rules[0].outbound <- null"],
  ["an unknown outbound", { outbound: "b" }, 'route.rules[0].outbound <- "b"'],
])("B20 · a rule with %s is refused", (_, more, problem) => {
  expect(wrong(rule(more))[0]).toBe(problem);
});

test("a field that is null is the same as none, and what sing-box writes without meaning is taken", () => {
  expect(good(rule({ ip_cidr: null, type: "default", action: "route" })).notes).toEqual([]);
});

test("what is in front of the rules in sing-box's own files is left alone with one note each", () => {
  const { notes } = good(
    config([proxy()], {
      log: { level: "info" },
      dns: {},
      inbounds: [{}],
      route: { final: "a", auto_detect_interface: true },
    }),
  );
  expect(notes.map(({ path }) => path)).toEqual(["log", "dns", "inbounds", "route.auto_detect_interface"]);
});
