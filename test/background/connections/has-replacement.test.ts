import { expect, test } from "vitest";
import { takesOver } from "../../../background/connections/has-replacement.ts";
import { parseConfig } from "../../../src/config/parse-config.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { modelOf } from "../../../src/engine/model.ts";
import { instant, ms } from "../../../src/model/units.ts";

const parsed = parseConfig(
  JSON.stringify({
    outbounds: ["a", "b"].map((tag, i) => ({ type: "http", tag, server: "192.0.2.1", server_port: i + 1 })),
    route: { rules: [{ container: "firefox-container-2", outbound: "b" }], final: "a" },
  }),
);
if (!parsed.ok) throw new Error("a configuration that should be right");
const model = modelOf(parsed.value.config);
const worked = { kind: "delay", delay: ms(20), stampedAt: instant(0), endedAt: instant(0), cached: false } as const;
const engine = createEngine(model, { results: {}, exits: {} }, {}, 1);
const state = { ...engine, monitoring: { ...engine.monitoring, results: { a: worked, b: worked } } };
const takes = takesOver({ model, state }, { temporary: [], lists: {} }, instant(1));
const origin = "https://x.test:443";

test.each([
  ["firefox-default", "b", true],
  ["firefox-default", "a", false],
  ["firefox-container-2", "a", true],
  ["firefox-container-2", "b", false],
])(
  "B11 · a request in %s that went through %s is taken over by the one that serves its own container: %s",
  (container, from, expected) => {
    expect(takes({ origin, container }, from)).toBe(expected);
  },
);
