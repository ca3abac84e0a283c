import fc from "fast-check";
import { getDomain } from "tldts";
import { edgeLength, edgeStart, labelText, rulesRoot } from "tldts/dist/es6/src/data/trie.js";
import { describe, expect, test } from "vitest";
import { readSuffixes } from "../../src/decision/public-suffixes.ts";
import { registrableDomain } from "../../src/decision/registrable-domain.ts";
import { isIpv4 } from "../../src/routing/ip-literal.ts";

/** The top-level labels of the list. */
function topLabels(): readonly string[] {
  const starts = [0];
  for (const length of edgeLength) starts.push((starts.at(-1) ?? 0) + length);
  const [first, end] = [edgeStart[rulesRoot], edgeStart[rulesRoot + 1]];
  return starts.slice(first, end).map((start, i) => labelText.slice(start, starts[(first ?? 0) + i + 1]));
}

const AS_PARSED = { allowPrivateDomains: true, extractHostname: false, validateHostname: false } as const;

describe("CH1 · the registrable domain is what the package's own search says", () => {
  const suffixes = topLabels().flatMap((top) => [...readSuffixes(top).keys()]);

  test.each([0, 1, 2, 3])("of each name in the list, and %i labels before it", (labels) => {
    const before = ["a.", "b.", "c."].slice(0, labels).join("");
    expect(suffixes.length).toBeGreaterThan(9_000);
    const other = suffixes.filter((name) => registrableDomain(before + name) !== getDomain(before + name, AS_PARSED));
    expect(other).toEqual([]);
  });

  test("of any host", () => {
    const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,5}[a-z0-9])?$/);
    const below = fc
      .tuple(fc.array(label, { maxLength: 4 }), fc.constantFrom(...suffixes))
      .map(([labels, name]) => [...labels, name].join("."));
    const host = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6(),
      label,
      fc.array(label, { minLength: 1 }).map((l) => l.join(".")),
      below,
    );
    // A browser takes what ends in a number for an address, or for nothing.
    const known = host.filter((one) => isIpv4(one) || !/(^|\.)\d+$/.test(one));
    fc.assert(
      fc.property(known, (one) => {
        expect(registrableDomain(one)).toBe(getDomain(one, AS_PARSED));
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ["a wildcard's own name is no suffix by itself", "ck", null],
  ["one label below a wildcard is a suffix", "a.ck", null],
  ["two labels below it are a domain", "b.a.ck", "b.a.ck"],
  ["an exception is a domain", "www.ck", "www.ck"],
  ["and so is what lies below it", "a.www.ck", "www.ck"],
])("CH1 · %s: %s", (_, host, domain) => {
  expect(registrableDomain(host)).toBe(domain);
});
