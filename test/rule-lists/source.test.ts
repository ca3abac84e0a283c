import { expect, test } from "vitest";
import { readSource } from "../../src/rule-lists/read-source.ts";
import { matcher } from "./matching.ts";

const source = (...rules: unknown[]): string => JSON.stringify({ version: 3, rules });
const read = (...rules: unknown[]) => {
  const list = readSource(source(...rules));
  if (!list) throw new Error("expected a list");
  return list;
};

test("every field about hosts is taken, a single value as a list of one; rules are alternatives", () => {
  const list = read(
    { domain: "a.example", domain_suffix: [".cn", "b.example"], domain_keyword: "track" },
    { domain_regex: ["^stun\\..+"], ip_cidr: ["10.0.0.0/24", "192.0.2.1"], process_name: null },
  );
  expect(list).toMatchObject({ taken: 7, left: {} });
  const matches = matcher(list);
  const found = (hosts: readonly string[]) => hosts.map((host) => matches(`https://${host}/`));
  expect(found(["a.example", "x.cn", "b.example", "x.tracker.test", "stun.x", "10.0.0.7", "192.0.2.1"])).toEqual(
    new Array(7).fill(true),
  );
  expect(found(["x.a.example", "cn", "10.0.1.7", "other.test"])).toEqual(new Array(4).fill(false));
});

test("a rule may say that it is none of the others", () => {
  expect(read({ type: "default", domain: "a.example" })).toMatchObject({ taken: 1, left: {} });
});

test("port and invert belong to the hosts beside them", () => {
  const matches = matcher(read({ domain_suffix: "a.example", port: [8443] }, { domain_suffix: "test", invert: true }));
  expect(matches("https://a.example:8443/")).toBe(true);
  expect(matches("https://x.test/")).toBe(false);
  expect(matches("https://x.other/")).toBe(true);
});

test.each<[string, unknown]>([
  ["condition", { domain: "a.example", process_name: ["curl"] }],
  ["condition", { domain: "a.example", network: "udp" }],
  [
    "condition",
    { type: "logical", mode: "and", rules: [{ domain: "a.example" }, { domain: "b.example", invert: true }] },
  ],
  ["condition", { domain: "a.example", not_yet_invented: true }],
  ["unreadable", { domain: "a.example", port: ["http"] }],
  ["unreadable", { domain: ["not a host"] }],
  ["unreadable", { domain: ["a.example", "not a host"], invert: true }],
  ["unreadable", { domain_regex: ["(?!a)"], invert: true }],
  ["unreadable", { invert: true }],
  ["unreadable", "a.example"],
])("a rule that would match more than it says is left out and counted (%s): %j", (why, rule) => {
  const list = read({ domain: "other.test" }, rule);
  expect(list).toMatchObject({ taken: 1, left: { [why]: 1 } });
  const matches = matcher(list);
  expect([matches("https://a.example/"), matches("https://anything.test/")]).toEqual([false, false]);
});

test.each(["", "[]", "{}", '{"version":1}', '{"version":"1","rules":[]}', '{"rules":[]}', "a.example"])(
  "what is no rule-set is none: %s",
  (text) => expect(readSource(text)).toBeNull(),
);
