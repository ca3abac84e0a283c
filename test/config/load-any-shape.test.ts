import fc from "fast-check";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { anything, PLACES } from "./support/any-shape.ts";
import { wayOf } from "./support/ways.ts";

const HOSTS = ["a.example", "b.example", "localhost", "192.0.2.1"];

test("B20 · whatever stands where a value is expected: what was taken is in force as it is, and what is refused never goes directly", () => {
  fc.assert(
    fc.property(anything, fc.constantFrom(...PLACES), (value, place) => {
      const text = place(value);
      const parsed = parseConfig(text);
      const stored = loadConfig(text);
      if (parsed.ok)
        expect(stored).toEqual({
          ok: true,
          value: { config: parsed.value.config, troubles: { first: [], count: 0 }, refusedRules: new Set() },
        });
      else if (stored.ok) expect(stored.value.troubles.count).toBeGreaterThan(0);
      if (!stored.ok || text.includes("direct")) return;
      for (const host of HOSTS) expect(wayOf(stored.value, host)).not.toBe("direct");
    }),
    { numRuns: 2_000 },
  );
});

test("B20 · whatever stands in the place of one of them, the other outbounds and rules are in force", () => {
  const proxy = (tag: string, port: number): object => ({ type: "http", tag, server: "192.0.2.1", server_port: port });
  fc.assert(
    fc.property(anything, anything, (outbound, rule) => {
      const rules = [{ domain: "first.example", outbound: "mine" }, rule];
      const text = JSON.stringify({ outbounds: [proxy("mine", 80), outbound, proxy("other", 81)], route: { rules } });
      const stored = loadConfig(text);
      expect(stored.ok && wayOf(stored.value, "first.example")).toBe("mine");
      expect(stored.ok && stored.value.config.outbounds).toContainEqual(expect.objectContaining({ tag: "other" }));
    }),
  );
});
