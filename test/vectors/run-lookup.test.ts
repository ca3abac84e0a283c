import { describe, expect, test } from "vitest";
import { runLookup } from "./run-lookup.ts";
import { readVector } from "./vector.ts";

/** Small vectors that hold; each case breaks one thing of one. */
const shared = { area: "ipinfo", level: "must", why: "a test of the runner" };
const PARSE = {
  ...shared,
  id: "T-03",
  given: { service: "api.country.is", status: 200, body: { ip: "203.0.113.10", country: "IE" } },
  steps: [{ t: 0, op: "parse" }],
  expect: [{ at: 0, info: { ip: "203.0.113.10", country_code: "IE" } }],
};
const SEVEN = ["ipapi.co", "ip-api.com", "ipinfo.io", "api.ip.sb", "ipwho.is", "api.country.is", "api.my-ip.io"];
const LOOKUP = {
  ...shared,
  id: "T-04",
  given: { random_start: 0, options: { url_test_timeout: "2s" } },
  steps: [
    { t: 0, op: "lookup", answers: ["ipinfo.io"], hangs: ["ip-api.com"] },
    { t: 5000, op: "lookup" },
  ],
  expect: [
    { at: 1999, asked: SEVEN.slice(0, 2) },
    { at: 2000, asked: SEVEN.slice(0, 3), info: { ip: "203.0.113.30" } },
    // IP4: the two that failed are asked last in their round.
    {
      at: 5000,
      asked_first: [...SEVEN.slice(0, 3), ...SEVEN.slice(2), ...SEVEN.slice(0, 2)],
      asked_then_set: ["cloudflare.com/cdn-cgi/trace", "api.country.is", "api.my-ip.io"],
      failure: true,
    },
  ],
};

const run =
  (vector: object, change: object = {}) =>
  () =>
    runLookup(readVector({ ...vector, ...change }));
const expects = (entry: object) => ({ expect: [{ at: 0, ...entry }] });
const given = (change: object) => ({ given: { ...PARSE.given, ...change } });

test.each([
  ["an answer", PARSE],
  ["look-ups, one of which hangs", LOOKUP],
])("a vector that holds passes: %s", (_, vector) => run(vector)());

describe("nothing is skipped: it fails a vector", () => {
  test.each<[string, object, object]>([
    ["with a step that is not known", PARSE, { steps: [{ t: 0, op: "dance" }] }],
    ["with a step of the monitoring", PARSE, { steps: [{ t: 0, op: "start" }] }],
    ["with a field of a step that is not known", PARSE, { steps: [{ t: 0, op: "parse", color: "red" }] }],
    ["with a service that is not known", PARSE, given({ service: "ip.example" })],
    ["with a service that is not known to hang", LOOKUP, { steps: [{ t: 0, op: "lookup", hangs: ["ip.example"] }] }],
    ["with an answer without a status", PARSE, given({ status: undefined })],
    ["with nothing to parse", LOOKUP, { steps: [{ t: 0, op: "parse" }], expect: [] }],
    ["with a given that is not known", PARSE, given({ weather: "fine" })],
    ["with an option that is not known", LOOKUP, { given: { options: { workers: 1 } } }],
    ["with a start out of place", LOOKUP, { given: { random_start: 7 } }],
    ["with an expectation that is not known", PARSE, expects({ mood: "good" })],
    ["with a field of a record that is not known", PARSE, expects({ info: { ip: "203.0.113.10", color: "red" } })],
    ["with a field too few", PARSE, expects({ info: { ip: "203.0.113.10" } })],
    ["with a field too many", PARSE, expects({ info: { ip: "203.0.113.10", country_code: "IE", city: "Cork" } })],
    ["with a failure that is none", PARSE, expects({ failure: true })],
    ["with a failure of nothing", { ...PARSE, steps: [] }, expects({ failure: true })],
    ["with a failure before the end", LOOKUP, expects({ failure: true })],
    ["with services in another order", LOOKUP, expects({ asked: ["ip-api.com", "ipapi.co"] })],
    ["with a set without its first", LOOKUP, expects({ asked_then_set: [] })],
  ])("%s", (_, vector, change) => {
    expect(run(vector, change)).toThrow();
  });
});
