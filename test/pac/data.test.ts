import { expect, test } from "vitest";
import { type PacData, pacText, plansIn, secretOf, trustedUntil } from "../../src/pac/data.ts";
import { compileRules } from "../../src/routing/compile.ts";

const PROGRAM = "var FindProxyForURL = (url) => 'program';";
const DATA: PacData = {
  secret: { host: "0123456789abcdef", key: [1, 2, 3, 4] },
  base: {
    seed: 7,
    nodes: { "it's": { kind: "leaf" }, 'a"\\b': { kind: "leaf" }, گروه: { kind: "group", members: ["it's"] } },
    rules: compileRules([]),
    final: "گروه",
  },
  plans: JSON.parse(`{"گروه":{"kind":"one","member":0},"__proto__":{"kind":"empty"},"plans'\\\\":{"kind":"empty"}}`),
  revision: 12,
  leaves: [],
};

test("the plans in a text are those it was made with, whatever the tags are, and make the same text again", () => {
  const text = pacText(PROGRAM, DATA);
  const found = plansIn(PROGRAM, text);
  expect(found).toEqual({ plans: DATA.plans, revision: 12 });
  expect(pacText(PROGRAM, { ...DATA, ...found })).toBe(text);
});

test("a text of another program, or of somebody else, has none", () => {
  expect(plansIn("another", pacText(PROGRAM, DATA))).toBeNull();
  expect(plansIn(PROGRAM, `function FindProxyForURL() { return "DIRECT" }\n${PROGRAM}`)).toBeNull();
});

test("until when temporary rules are trusted is read out of a text, and stands in none without them", () => {
  const text = pacText(PROGRAM, { ...DATA, trustedUntil: 1_234 });
  expect([secretOf(text), trustedUntil(text)]).toEqual([DATA.secret, 1_234]);
  expect([secretOf(pacText(PROGRAM, DATA)), trustedUntil(pacText(PROGRAM, DATA))]).toEqual([DATA.secret, null]);
});
