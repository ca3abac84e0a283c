import { describe, expect, test } from "vitest";
import { addressView } from "../../../background/pages/address-view.ts";
import type { Assignment } from "../../../background/ports/router.ts";
import { loadText, ruleIn } from "../../../background/settings/check-text.ts";
import { NO_TROUBLES } from "../../../src/config/trouble.ts";
import { createEngine, stepEngine } from "../../../src/engine/engine.ts";
import { modelOf } from "../../../src/engine/model.ts";
import { instant } from "../../../src/model/units.ts";
import type { WhyUnrouted } from "../../../src/protocol/unrouted.ts";

const TEXT = JSON.stringify({
  outbounds: [
    { type: "http", tag: "a", server: "192.0.2.1", server_port: 1 },
    { type: "http", tag: "b", server: "192.0.2.2", server_port: 2, username: "u", password: "hunter2" },
    { type: "balancer", tag: "balance", outbounds: ["a", "b"] },
    { type: "selector", tag: "select", outbounds: ["balance", "b"] },
  ],
  route: {
    rules: [
      { domain_suffix: ["gone.test"], outbound: "removed" },
      { ip_cidr: "2001:db8::/32", port: 8443, outbound: "direct" },
      { protocol: "ws", outbound: "b" },
      { domain: Array.from({ length: 50 }, (_, i) => `h${i}.test`), outbound: "block" },
    ],
    final: "select",
  },
});

function coreOf(text: string) {
  const loaded = loadText(text);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error));
  const model = modelOf(loaded.value.config);
  const engine = createEngine(model, { results: {}, exits: {} }, {}, 1);
  return { model, state: stepEngine(model, engine, { kind: "start" }, instant(0)).state };
}

const core = coreOf(TEXT);
const look = (address: string, went: Assignment | null = null, unrouted: WhyUnrouted | null = null) =>
  addressView(
    { address, container: "" },
    { core, beside: { temporary: [], lists: {} } },
    { assigned: async () => went, whyUnrouted: async () => unrouted },
    { ruleAt: async (place) => ruleIn(TEXT, place), troubles: NO_TROUBLES },
    instant(1),
  );

describe("X5 · what the rules make of a typed address", () => {
  test.each([
    ["http://www.gone.test/x", { rule: 0, outbound: "block", blocked: "unknown-outbound", why: [] }],
    ["https://[2001:db8::1]:8443/x", { rule: 1, outbound: "direct", blocked: null }],
    ["[2001:db8::1]", { rule: null, outbound: "a" }],
    ["ws://chat.test", { rule: 2, outbound: "b", text: '{"protocol":["ws"],"outbound":"b"}' }],
    ["h49.test", { rule: 3, outbound: "block", blocked: "rule" }],
  ])("%s: %j", async (address, expected) => {
    expect(await look(address)).toMatchObject({ kind: "found", ...expected });
  });

  test("the groups passed and why each names its member", async () => {
    expect(await look("example.com")).toMatchObject({
      text: null,
      why: [
        { group: "select", member: "balance", how: { kind: "selected" }, facts: null },
        { group: "balance", member: "a", how: { kind: "turn" }, facts: { strategy: { kind: "round-robin" } } },
      ],
    });
  });

  test("of a long rule only the first names are shown, and no account ever", async () => {
    const found = await look("h7.test");
    expect(found).toMatchObject({
      text: '{"domain":["h0.test","h1.test","h2.test","h3.test","…"],"outbound":"block"}',
    });
    expect(JSON.stringify(await Promise.all(["h7.test", "ws://x.test", "y.test"].map((one) => look(one))))).not.toMatch(
      /hunter2/,
    );
  });

  test("B19 · looking takes no turn and changes nothing: the same is answered each time", async () => {
    const before = JSON.stringify(core.state);
    const answers = await Promise.all(["e.test", "e.test", "f.test"].map((one) => look(one)));
    expect(answers.map((found) => found.kind === "found" && found.outbound)).toEqual(["a", "a", "a"]);
    expect(JSON.stringify(core.state)).toBe(before);
  });

  test("how a request to it really went last", async () => {
    const went: Assignment = { origin: "https://e.test:443", outbound: "b", via: ["select", "balance"], rule: null };
    expect(await look("e.test", went)).toMatchObject({ went: "b" });
  });

  test.each(["loopback", "list", "private", "private-blocked"] as const)(
    "an address that the browser sends past us (%s) is told so, and no proxy as the one that it went through",
    async (why) => {
      const went: Assignment = { origin: "https://e.test:443", outbound: "b", via: ["select"], rule: null };
      expect(await look("e.test", went, why)).toMatchObject({ unrouted: why, went: null });
      expect(await look("e.test", went)).toMatchObject({ unrouted: null, went: "b" });
    },
  );

  test("without a configuration there is nothing to say", async () => {
    const nothing = { core: null, beside: { temporary: [], lists: {} } };
    expect(
      await addressView(
        { address: "e.test", container: "" },
        nothing,
        { assigned: async () => null, whyUnrouted: async () => null },
        { ruleAt: async () => null, troubles: NO_TROUBLES },
        instant(1),
      ),
    ).toEqual({
      kind: "no-config",
    });
  });
});

describe("B20 · of a stored configuration with what cannot be used as it is written", () => {
  const text = (route: object): string =>
    JSON.stringify({
      outbounds: [
        { type: "http", tag: "a", server: "192.0.2.1", server_port: 1 },
        { type: "ftp", tag: "x" },
        { type: "selector", tag: "s", outbounds: ["x", "a"] },
      ],
      route,
    });
  const rules = [
    { domain: "x.test", outbound: "x" },
    { domain: "odd.test", outbound: 5 },
    { domain: "never.test", outbound: "block" },
  ];

  test.each([
    [
      "a rule to it",
      { rules },
      "x.test",
      { rule: 0, blocked: "refused", text: '{"domain":["x.test"],"outbound":"x"}' },
    ],
    ["a rule that is not what is written", { rules }, "odd.test", { rule: 1, blocked: "refused", text: null }],
    ["a rule that blocks as it is written", { rules }, "never.test", { rule: 2, blocked: "rule" }],
    ["a selector left at it", { final: "s" }, "e.test", { rule: null, blocked: "refused", why: [{ member: "x" }] }],
    ["a final that is unknown", { final: "gone" }, "e.test", { rule: null, blocked: "refused" }],
    ["a final that blocks", { final: "block" }, "e.test", { rule: null, blocked: "rule" }],
    ["a route that is none", [], "e.test", { rule: null, blocked: "refused" }],
  ])("%s is told so", async (_, route, address, expected) => {
    const stored = text(route);
    const loaded = loadText(stored);
    const view = await addressView(
      { address, container: "" },
      { core: coreOf(stored), beside: { temporary: [], lists: {} } },
      { assigned: async () => null, whyUnrouted: async () => null },
      { ruleAt: async (place) => ruleIn(stored, place), troubles: loaded.ok ? loaded.value.troubles : NO_TROUBLES },
      instant(1),
    );
    expect(view).toMatchObject({ kind: "found", outbound: "block", ...expected });
  });
});
