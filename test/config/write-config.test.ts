import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { MONITORING_DEFAULTS } from "../../src/config/read-monitoring.ts";
import { writeConfig } from "../../src/config/write-config.ts";
import { isInherited } from "../../src/lib/inherited.ts";
import type { Config } from "../../src/model/config.ts";
import { type Outbound, STRATEGIES } from "../../src/model/outbound.ts";
import type { RuleList } from "../../src/model/rule-list.ts";
import { PROTOCOLS, RULE_SETS, TAB_CHOICES } from "../../src/model/settings.ts";
import { ms } from "../../src/model/units.ts";

function read(text: string): Config {
  const parsed = parseConfig(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value.config;
}

test("what the design writes is read and written back as the same", () => {
  const config = read(readFileSync(new URL("./design.json", import.meta.url), "utf8"));
  expect(read(writeConfig(config))).toEqual(config);
});

const word = fc
  .string({ minLength: 1, maxLength: 12 })
  .filter((tag) => tag !== "direct" && tag !== "block" && !isInherited(tag));
const account = fc.record({
  username: fc.string({ minLength: 1, unit: fc.constantFrom("a", "م", " ", "@", "%", "/") }),
  password: fc.string({ unit: fc.constantFrom("p", "ß", ":", '"') }),
});
const proxy = (tag: string): fc.Arbitrary<Outbound> =>
  fc.record({
    kind: fc.constant("proxy" as const),
    tag: fc.constant(tag),
    protocol: fc.constantFrom("http", "https", "socks4", "socks5"),
    host: fc.constantFrom("192.0.2.1", "2001:db8::1", "xn--e1afmkfd.example", "a_b.example"),
    port: fc.integer({ min: 1, max: 65_535 }),
    account: fc.option(account, { nil: null }),
    enabled: fc.boolean(),
    remoteDns: fc.boolean(),
    udp: fc.boolean(),
    detour: fc.constantFrom(null, "direct"),
    weight: fc.constantFrom(1, 2, 0.5),
    note: fc.string(),
  });
const balancer = (tag: string, members: readonly string[]): fc.Arbitrary<Outbound> =>
  fc.record({
    kind: fc.constant("balancer" as const),
    tag: fc.constant(tag),
    members: fc.constant(members),
    options: fc.record({
      strategy: fc.constantFrom(...STRATEGIES),
      delayAcceptableRatio: fc.constantFrom(2, 1, 3.5),
      tolerance: fc.constantFrom(null, ms(0), ms(50)),
      toleranceRatio: fc.constantFrom(null, 0, 0.1),
      interruptExistConnections: fc.boolean(),
      maxRetry: fc.nat(5),
      ttl: fc.constantFrom(ms(0), ms(60_000), ms(1_234)),
      stickyHash: fc.constantFrom(null, ["none" as const], ["process" as const, "domain" as const]),
      pool: fc.integer({ min: 1, max: 9 }),
    }),
  });
const selector = (tag: string, members: readonly string[]): fc.Arbitrary<Outbound> =>
  fc.record({
    kind: fc.constant("selector" as const),
    tag: fc.constant(tag),
    members: fc.constant(members),
    default: fc.constantFrom(null, ...members),
  });
const configs: fc.Arbitrary<Config> = fc
  .uniqueArray(word, { minLength: 3, maxLength: 7 })
  .chain(([group = "g", select = "s", ...tags]) =>
    fc.record({
      outbounds: fc
        .tuple(selector(select, [group, ...tags, "direct"]), balancer(group, tags), ...tags.map(proxy))
        .map(([first, ...rest]): readonly Outbound[] => [...rest, first]),
      route: fc
        .record({
          rules: fc.array(
            fc.record(
              {
                domain: fc.constantFrom(["a.example"], ["b.example", "c.example"]),
                domainSuffix: fc.constantFrom([], [".example.com", "example.org"]),
                domainKeyword: fc.constant(["ads"]),
                domainRegex: fc.constantFrom(["^a\\.b$"], ["(?i)X", "[^.]+"]),
                ipCidr: fc.constantFrom(["10.0.0.0/8"], ["2001:db8::/32", "192.0.2.1/32"]),
                ruleSet: fc.subarray([...RULE_SETS], { minLength: 1 }),
                port: fc.constantFrom([80], [80, 8443]),
                protocol: fc.subarray([...PROTOCOLS], { minLength: 1 }),
                container: fc.constantFrom(["firefox-container-1"], ["firefox-private", "firefox-container-12"]),
                invert: fc.constant(true),
                outbound: fc.constantFrom(group, "direct", "block"),
              },
              { requiredKeys: ["domain", "domainSuffix", "outbound"] },
            ),
          ),
          lists: fc.constantFrom<readonly RuleList[]>(
            [],
            [
              { tag: "l", url: "https://l.example/a", format: "domains", updateInterval: ms(60_000), detour: "direct" },
              {
                tag: "فهرست",
                url: "http://l.example/b",
                format: "autoproxy",
                updateInterval: ms(86_400_000),
                detour: group,
              },
            ],
          ),
          final: fc.constantFrom(null, group, "block"),
        })
        .chain((route) => fc.constantFrom(route, { ...route, privateWindows: group })),
      monitoring: fc.constantFrom(
        MONITORING_DEFAULTS,
        { ...MONITORING_DEFAULTS, interval: ms(90_000), workers: 3, onDemandTimeouts: [ms(500), ms(1_500)] },
        { ...MONITORING_DEFAULTS, urls: ["http://a.example/x"], verifyIpv6: true, ipv6Declared: { a: true } },
      ),
      connections: fc.record({ tabs: fc.constantFrom(...TAB_CHOICES), downloads: fc.boolean() }),
    }),
  );

test("any configuration is written so that the very same is read", () => {
  fc.assert(
    fc.property(configs, (config) => {
      expect(read(writeConfig(config))).toEqual(config);
    }),
  );
});
