import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { writeConfig } from "../../src/config/write-config.ts";
import { offerGroups } from "../../src/import/offer-groups.ts";
import { readProxyLines } from "../../src/import/proxy-lines.ts";
import { anything, PLACES } from "./support/any-shape.ts";

test("whatever stands where a value is expected is taken or refused with words, and proxies are offered or not: nothing throws", () => {
  const { taken } = readProxyLines("192.0.2.7:80");
  fc.assert(
    fc.property(anything, fc.constantFrom(...PLACES), (value, place) => {
      const text = place(value);
      const parsed = parseConfig(text);
      if (parsed.ok) {
        const again = parseConfig(writeConfig(parsed.value.config));
        expect(again.ok && again.value.config).toEqual(parsed.value.config);
      }
      offerGroups(text, taken);
    }),
    { numRuns: 1_000 },
  );
});
