import fc from "fast-check";
import { PROTOCOLS, RULE_SETS, type Rule } from "../../src/model/settings.ts";
import type { RoutedRequest } from "../../src/routing/contract.ts";

const label = fc.constantFrom("a", "b", "ab", "b-a", "c1", "xn--e1afmkfd");
const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
const address = fc.constantFrom(
  "10.0.0.1",
  "10.1.2.3",
  "192.168.0.9",
  "192.0.2.7",
  "2001:db8::1",
  "2001:db8:1::",
  "fd00::5",
  "::ffff:a00:1",
  "::ffff:c000:207",
);
export const host = fc.oneof({ weight: 3, arbitrary: name }, { weight: 1, arbitrary: address });

const cidr = fc.constantFrom(
  "0.0.0.0/0",
  "10.0.0.0/8",
  "10.1.0.0/16",
  "10.0.0.1/32",
  "192.0.2.0/29",
  "::/0",
  "2001:db8::/32",
  "2001:db8::1/128",
  "fd00::/9",
);
const regex = fc.constantFrom(
  "^a",
  "b$",
  "(a|b)+\\.",
  "^[^.]+$",
  "\\bb-",
  "a.b",
  "^(xn--)?[a-f0-9]+\\.",
  "^$",
  "c\\d\\B",
);
const suffix = fc.tuple(fc.constantFrom("", "."), name).map(([dot, rest]) => dot + rest);
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 2 });
const container = fc.constantFrom("firefox-container-1", "firefox-default", "firefox-container-3");

/** Rules as the configuration gives them, with whatever a rule may have. */
export const rule: fc.Arbitrary<Rule> = fc
  .record({
    domain: fc.array(host, { maxLength: 2 }),
    domainSuffix: fc.array(suffix, { maxLength: 1 }),
    outbound: fc.constantFrom("a", "b", "direct", "block"),
  })
  .chain((base) =>
    fc
      .record(
        {
          domainKeyword: few(fc.constantFrom("a", "b-", "ab.", "xn")),
          domainRegex: few(regex),
          ipCidr: few(cidr),
          ruleSet: few(fc.constantFrom(...RULE_SETS)),
          port: few(fc.constantFrom(80, 443, 8443)),
          protocol: few(fc.constantFrom(...PROTOCOLS)),
          container: few(container),
          invert: fc.constant(true),
        },
        { requiredKeys: [] },
      )
      // What every rule has is rare in each, or nearly all would be about everything at once.
      .chain((more) =>
        fc
          .subarray(Object.keys(more), { maxLength: Math.min(2, Object.keys(more).length) })
          .map((kept) => pick(more, kept)),
      )
      .map((more): Rule => ({ ...base, ...more })),
  );

function pick<T extends object>(from: T, keys: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key))) as Partial<T>;
}

export const request: fc.Arbitrary<RoutedRequest> = fc.record(
  {
    scheme: fc.constantFrom(...PROTOCOLS),
    host,
    port: fc.constantFrom(80, 443, 8443, 1),
    container: fc.constantFrom("", "firefox-default", "firefox-container-1", "firefox-container-2"),
  },
  { requiredKeys: ["scheme", "host", "port", "container"] },
);
