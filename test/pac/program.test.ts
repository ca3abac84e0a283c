import { join } from "node:path";
import { createContext, Script } from "node:vm";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { bundlePac } from "../../scripts/vite/pac-plugin.ts";
import type { Snapshot } from "../../src/decision/contract.ts";
import { decide } from "../../src/decision/decide.ts";
import { createMemory, remember, saveMemory } from "../../src/decision/memory.ts";
import { prepare } from "../../src/decision/prepare.ts";
import type { Plan } from "../../src/model/plan.ts";
import { instant, ms } from "../../src/model/units.ts";
import { type Answer, readAnswer } from "../../src/pac/answer.ts";
import { type Command, commandUrl } from "../../src/pac/command.ts";
import { type PacData, pacText, secretOf } from "../../src/pac/data.ts";
import { isUnconfirmed } from "../../src/pac/unconfirmed.ts";
import { compileRules } from "../../src/routing/compile.ts";
import { compileList } from "../../src/routing/compile-list.ts";
import { compileTemporary } from "../../src/routing/compile-temporary.ts";
import { parseOrigin } from "../../src/routing/origin.ts";
import { request, rule } from "../routing/arbitrary-rules.ts";
import { siteNames } from "../routing/site-names.ts";
import { triedOneByOne } from "../routing/tried-one-by-one.ts";
import { INVALID_ANSWERS } from "./invalid-answers.ts";

const SECRET = { host: "0123456789abcdef", key: [11, 22, 33, 44] };
const LEAVES = ["a", "b", "c", "گ"];
/** More than a loop looks through: they are hashed all at once. */
const MANY = Array.from({ length: 30 }, (_, i) => `m${i}`);
const ALL = [...LEAVES, ...MANY];

let script = "";
beforeAll(async () => {
  script = (await bundlePac(join(import.meta.dirname, "../../src/pac/entry.ts"))).code;
});

/** The PAC text run as Chrome runs it: a classic script in a context with nothing of a browser in it. */
function run(data: PacData, clock: { now: number }) {
  const text = pacText(script, data);
  const dnsResolveEx = (host: string): string => (host === "found.example" ? "192.0.2.9" : "");
  const context = createContext({ Date: { now: () => clock.now }, dnsResolveEx });
  new Script(`${text}\n;globalThis.find=FindProxyForURL`).runInContext(context);
  const find = (url: string): string => {
    try {
      return String(context.find(url, parseOrigin(url)?.host));
    } catch (thrown) {
      return `thrown ${thrown instanceof Error ? thrown.message : thrown}`;
    }
  };
  let number = 0;
  let contextName = "";
  return {
    text,
    find,
    ask(command: Command, use: { number?: number; context?: string } = {}): Answer | undefined {
      const url = commandUrl(
        SECRET,
        use.number ?? ++number,
        use.context ?? (command.kind === "ping" ? "" : contextName),
        command,
      );
      const answer = readAnswer(find(url))?.answer;
      if (answer?.kind === "pong") contextName = answer.context;
      return answer;
    },
  };
}

const base = (final: string): PacData["base"] => ({
  seed: 7,
  nodes: {
    direct: { kind: "direct" },
    block: { kind: "block" },
    ...Object.fromEntries(ALL.map((tag) => [tag, { kind: "leaf" as const }])),
    g: { kind: "group", members: LEAVES },
    outer: { kind: "group", members: ["a", "g"] },
    none: { kind: "group", members: [] },
    many: { kind: "group", members: MANY },
  },
  rules: compileRules([
    { domain: ["one.example"], domainSuffix: ["sub.example"], outbound: "g" },
    { domain: [], domainSuffix: [".example"], outbound: "outer" },
    { domain: ["direct.test"], domainSuffix: [], outbound: "direct" },
    { domain: ["empty.test"], domainSuffix: [], outbound: "none" },
    { domain: [], domainSuffix: ["many1.test", "many2.test", "many3.test"], outbound: "many" },
    { domain: ["gone.test"], domainSuffix: [], outbound: "nobody" },
    { domain: [], domainSuffix: [], port: [8443], protocol: ["https"], domainKeyword: ["s1"], outbound: "block" },
  ]),
  final,
});

const data = (plans: PacData["plans"], final = "g"): PacData => ({
  secret: SECRET,
  base: base(final),
  plans,
  revision: 1,
  leaves: ALL.map((tag, i) => ({
    tag,
    main: `PROXY 192.0.2.${i + 1}:80`,
    other: `PROXY [::ffff:192.0.2.${i + 1}]:80`,
  })),
});

const PLANS = {
  g: { kind: "turns" as const, order: [0, 1, 2, 3] },
  outer: { kind: "one" as const, member: 1 },
  none: { kind: "empty" as const },
  many: { kind: "hash" as const, eligible: [...MANY.keys()], alive: [...MANY.keys()], maxRetry: 0, weights: null },
};

test("the text is ASCII, names no account, and gives its secret back to who reads the setting", () => {
  const { text } = run(data(PLANS), { now: 1 });
  expect(text).toMatch(/^[\x20-\x7e\n]*$/);
  expect(secretOf(text)).toEqual(SECRET);
  expect(secretOf(`x${text}`)).toBeNull();
});

test("a rule that ends with the run decides in a context that began with the text; in a later one only when it is confirmed", () => {
  const clock = { now: 1_000 };
  const plain = data(PLANS, "direct");
  const temporary = compileTemporary([{ host: "my.test", below: true, outbound: "b" }]);
  const text = { ...plain, trustedUntil: 2_000, base: { ...plain.base, temporary } };
  const first = run(text, clock);
  expect([first.find("https://www.my.test/"), first.find("https://other.test/")]).toEqual([
    "PROXY 192.0.2.2:80",
    "DIRECT",
  ]);
  clock.now = 60_000;
  expect(first.find("https://www.my.test/")).toBe("PROXY 192.0.2.2:80");
  // As after a start of the browser, however soon; or by a machine whose clock begins anew.
  clock.now = 1;
  const unset = run({ ...text, trustedUntil: 60_000 }, clock).find("https://www.my.test/");
  clock.now = 2_000;
  const { find, ask } = run(text, clock);
  const unconfirmed = find("https://www.my.test/");
  expect([unconfirmed, isUnconfirmed(unconfirmed)]).toEqual([expect.stringMatching(/^thrown blocked/), true]);
  expect(isUnconfirmed(unset)).toBe(true);
  expect(find("https://other.test/")).toBe("DIRECT");
  ask({ kind: "ping" });
  expect(isUnconfirmed(find("https://my.test/"))).toBe(true);
  expect(ask({ kind: "confirm" })).toMatchObject({ kind: "done" });
  expect(find("https://my.test/")).toBe("PROXY 192.0.2.2:80");
});

test("B20 · a rule goes by its list; one whose list was never loaded fails the request, and says so", () => {
  const rules = compileRules([
    { domain: [], domainSuffix: [], lists: ["known"], outbound: "b" },
    { domain: [], domainSuffix: [], lists: ["never loaded"], port: [8443], outbound: "direct" },
  ]);
  const known = compileList([{ domain: [], domainSuffix: ["listed.test"] }], []);
  const plain = data(PLANS, "direct");
  const { find } = run({ ...plain, base: { ...plain.base, rules, lists: { known } } }, { now: 1 });
  expect(["https://www.listed.test/", "https://www.listed.test:8443/"].map(find)).toEqual(
    Array(2).fill("PROXY 192.0.2.2:80"),
  );
  expect(find("https://other.test/")).toBe("DIRECT");
  expect(find("https://other.test:8443/")).toBe("thrown blocked: list-missing");
});

test.each(INVALID_ANSWERS)("B20 · a leaf whose string is %j is never named, by no rule and in no test", (main) => {
  const clock = { now: 1 };
  const rules = compileRules([{ domain: ["invalid.test"], domainSuffix: [], outbound: "a" }]);
  const plain = data(PLANS, "b");
  for (const wrong of [{ main }, { other: main }]) {
    const leaves = plain.leaves.map((leaf, at) => (at === 0 ? { ...leaf, ...wrong } : leaf));
    const { find, ask } = run({ ...plain, leaves, base: { ...plain.base, rules } }, clock);
    expect(find("https://invalid.test/")).toMatch(/^thrown blocked/);
    expect(find("https://valid.test/")).toBe("PROXY 192.0.2.2:80");
    ask({ kind: "ping" });
    ask({ kind: "begin", batch: 1 });
    for (const by of ["main", "other", "knock"] as const) {
      ask({ kind: "lane", batch: 1, origin: "https://lane.test:443", leaf: 0, by });
      expect(find("https://lane.test/")).toMatch(/^thrown blocked/);
    }
  }
});

const indexes = fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 });
const some = fc.subarray([0, 1, 2, 3]);
const weights = fc.constantFrom(null, [1, 2, 5, 0.5]);
const deaths = fc.constantFrom({}, { 1: 1 }, { 0: 1, 1: 1 }, { 0: 2, 1: 1, 2: 1, 3: 4 });
const plan: fc.Arbitrary<Plan> = fc.oneof(
  fc.record({ order: indexes, deaths }).map((more): Plan => ({ kind: "turns", ...more })),
  fc.nat(3).map((member): Plan => ({ kind: "one", member })),
  fc
    .record({ alive: some, maxRetry: fc.nat(3), weights })
    .map((more): Plan => ({ kind: "hash", eligible: [0, 1, 2, 3], ...more })),
  fc
    .record({ alive: some, maxRetry: fc.nat(3), ttl: fc.constantFrom(ms(0), ms(5_000)), weights, deaths })
    .chain((more) =>
      fc.constantFrom<Plan>(
        { kind: "sticky", eligible: [0, 1, 2, 3], stickyHash: ["source_ip", "domain"], ...more },
        { kind: "sticky", eligible: [0, 1, 2, 3], stickyHash: ["none"], ...more },
      ),
    ),
  fc
    .array(fc.record({ member: fc.nat(3), works: fc.boolean() }), { minLength: 1, maxLength: 3 })
    .chain((slots) =>
      fc.constantFrom<Plan>(
        { kind: "pool", slots, stickyHash: ["domain"] },
        { kind: "pool", slots, stickyHash: ["none"] },
      ),
    ),
  fc.constant<Plan>({ kind: "empty" }),
);
const everyOne = [...MANY.keys()];
const manyWeights = fc.constantFrom(
  null,
  everyOne.map((i) => [1, 2, 5, 0.5][i % 4] ?? 1),
);
const planOfMany: fc.Arbitrary<Plan> = fc
  .record({ alive: fc.subarray(everyOne), maxRetry: fc.nat(3), weights: manyWeights })
  .map((more): Plan => ({ kind: "hash", eligible: everyOne, ...more }));
const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      plans: fc.record({ g: plan, outer: plan, none: fc.constant<Plan>({ kind: "empty" }), many: planOfMany }),
    }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      url: fc.constantFrom(
        "https://one.example/",
        "http://a.sub.example/path?q",
        "https://x.example:8443/",
        "wss://socket.test/",
        "https://s1.test/",
        "https://s1.test:8443/",
        "https://s2.test/",
        "http://direct.test/",
        "https://empty.test/",
        "https://gone.test/",
        "https://many1.test/",
        "https://www.many2.test/",
        "https://many3.test/",
        "http://192.0.2.77/",
        "http://[2001:db8::7]:81/",
      ),
      wait: fc.constantFrom(0, 10, 9_999, 10_000, 20_000),
    }),
  },
);

test("B20, RR4 · the PAC program and decide() answer the same, request by request, over 100,000 random steps", () => {
  let steps = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1_000, maxLength: 1_000 }), (script) => {
      const clock = { now: 1_000_000 };
      const pac = run(data(PLANS), clock);
      pac.ask({ kind: "ping" });
      const index = prepare(base("g"));
      const memory = createMemory();
      let snapshot: Pick<Snapshot, "plans" | "revision"> = { plans: PLANS, revision: 1 };
      for (const one of script) {
        steps++;
        if ("plans" in one) {
          snapshot = { plans: one.plans, revision: snapshot.revision + 1 };
          expect(pac.ask({ kind: "plans", ...snapshot })).toMatchObject({ kind: "pong", revision: snapshot.revision });
          continue;
        }
        clock.now += one.wait;
        const at = parseOrigin(one.url);
        if (!at) throw new Error(one.url);
        const now = instant(clock.now);
        const decision = decide(index, snapshot.plans, memory, { ...at, container: "" }, now);
        remember(memory, decision.changes, now);
        const place = ALL.indexOf(decision.outbound);
        const expected =
          decision.outbound === "direct"
            ? "DIRECT"
            : place < 0
              ? `thrown blocked: ${decision.blocked}`
              : `PROXY 192.0.2.${place + 1}:80`;
        const found = pac.find(one.url);
        // An assertion for each of 100,000 steps would take most of the time.
        if (found !== expected) expect.fail(`${one.url}: the PAC says ${found}, decide() ${expected}`);
      }
      expect(pac.ask({ kind: "memory" })).toMatchObject({ kind: "memory", memory: saveMemory(memory) });
    }),
    { numRuns: 101 },
  );
  expect(steps).toBeGreaterThanOrEqual(100_000);
}, 120_000);

test("the PAC program and decide() go by the same rule, whatever the rules are", () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), fc.array(request, { maxLength: 5 }), (rules, asked) => {
      const mixed: PacData["base"] = { ...base("b"), rules: compileRules(rules) };
      const pac = run({ ...data(PLANS), base: mixed }, { now: 1 });
      for (const one of asked) {
        const { scheme, host, port } = one;
        const origin = `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
        const here = { scheme, host, port, container: "" };
        const decision = decide(prepare(mixed), PLANS, createMemory(), here, instant(1));
        expect(decision.rule).toBe(triedOneByOne(rules, here));
        expect(pac.find(`${origin}/`)).toBe(
          { a: "PROXY 192.0.2.1:80", b: "PROXY 192.0.2.2:80", direct: "DIRECT" }[decision.outbound] ??
            "thrown blocked: rule",
        );
      }
    }),
    { numRuns: 100 },
  );
}, 60_000);

test("a PAC text with 100,000 rules of one name each has at most 1.5 MB, and finds each of them", () => {
  const names = siteNames(100_000);
  const rules = names.map((name, i) => ({
    domain: [],
    domainSuffix: [name],
    outbound: ["a", "direct", "block"][i % 3] ?? "",
  }));
  const pac = run({ ...data(PLANS), base: { ...base("b"), rules: compileRules(rules) } }, { now: 1 });
  expect(pac.text.length).toBeLessThan(1_500_000);
  const found = (host: string) =>
    ["PROXY 192.0.2.1:80", "DIRECT", "thrown blocked: rule"].indexOf(pac.find(`https://${host}/`));
  // Of two names one of which is below the other the first rule decides both.
  const known = new Set(names);
  const alone = (name: string): boolean => !known.has(name.slice(name.indexOf(".") + 1));
  const wrong = names.filter((name, i) => i % 7 === 0 && alone(name) && found(`x.${name}`) !== i % 3);
  expect(wrong).toEqual([]);
  expect(pac.find("https://not-among-them.com/")).toBe("PROXY 192.0.2.2:80");
}, 60_000);

test.each([
  ["https://empty.test/", "thrown blocked: empty-group"],
  ["https://gone.test/", "thrown blocked: unknown-outbound"],
  ["ftp://x.example/", "thrown blocked: unreadable address"],
  [`http://${SECRET.host}.invalid/?nonsense`, "thrown blocked: not a command"],
  [`https://${SECRET.host}.invalid/`, "thrown blocked: not a command"],
])("B20 · %s is blocked inside the browser", (url, expected) => {
  expect(run(data(PLANS), { now: 1 }).find(url)).toBe(expected);
});

test("a proxy whose address could not be written safely blocks", () => {
  const pac = run({ ...data({ ...PLANS, g: { kind: "one", member: 0 } }), leaves: [] }, { now: 1 });
  expect(pac.find("https://s1.test/")).toMatch(/^thrown blocked/);
});

test("a test takes its lane by either identity of the proxy's address, and the user's request goes its own way", () => {
  const pac = run(data({ ...PLANS, g: { kind: "one", member: 0 } }), { now: 1 });
  pac.ask({ kind: "ping" });
  pac.ask({ kind: "begin", batch: 1 });
  const origin = "https://www.gstatic.com:443";
  pac.ask({ kind: "lane", batch: 1, origin, leaf: 2, by: "main" });
  expect(pac.find("https://www.gstatic.com/")).toBe("PROXY 192.0.2.3:80");
  pac.ask({ kind: "lane", batch: 1, origin, leaf: 3, by: "other" });
  expect(pac.find("https://www.gstatic.com/")).toBe("PROXY [::ffff:192.0.2.4]:80");
  expect(pac.find("https://s1.test/")).toBe("PROXY 192.0.2.1:80");
  expect(pac.ask({ kind: "end", batch: 1 })).toMatchObject({ count: { set: 2, used: 2, lost: 0, stray: 0 } });
  expect(pac.find("https://www.gstatic.com/")).toBe("PROXY 192.0.2.1:80");
});

test("a test of a dotted name has lanes of its own, which no page's request can take", () => {
  const pac = run(data({ ...PLANS, g: { kind: "one", member: 0 } }), { now: 1 });
  pac.ask({ kind: "ping" });
  pac.ask({ kind: "begin", batch: 1 });
  pac.ask({ kind: "lane", batch: 1, origin: "https://www.gstatic.com.:443", leaf: 2, by: "main" });
  expect(pac.find("https://www.gstatic.com/")).toBe("PROXY 192.0.2.1:80");
  expect(pac.find("https://www.gstatic.com./")).toBe("PROXY 192.0.2.3:80");
  expect(pac.ask({ kind: "end", batch: 1 })).toMatchObject({ count: { set: 1, used: 1, lost: 0, stray: 0 } });
});

test("M21 · knocking names the same address as a SOCKS proxy", () => {
  const pac = run(
    { ...data(PLANS), leaves: [{ tag: "a", main: "HTTPS proxy.example:443", other: "HTTPS proxy.example.:443" }] },
    { now: 1 },
  );
  pac.ask({ kind: "ping" });
  pac.ask({ kind: "begin", batch: 1 });
  pac.ask({ kind: "lane", batch: 1, origin: "https://s1.test:443", leaf: 0, by: "knock" });
  expect(pac.find("https://s1.test/")).toBe("SOCKS5 proxy.example:443");
});

test.each([
  ["HTTPS found.example:443", true, true],
  ["PROXY found.example:80", true, false],
  ["SOCKS5 missing.example:1080", false, false],
  ["PROXY 192.0.2.1:80", true, false],
  ["HTTPS [2001:db8::1]:443", true, true],
])("M21 · of %s the name is found: %s, and TLS is spoken: %s; also when Chrome asks twice", (main, found, secure) => {
  const pac = run({ ...data(PLANS), leaves: [{ tag: "a", main, other: main }] }, { now: 1 });
  pac.ask({ kind: "ping" });
  for (let time = 0; time < 2; time++)
    expect(pac.ask({ kind: "name", leaf: 0 }, { number: 20 })).toMatchObject({ kind: "name", found, secure });
});

test("a command seen by somebody can be neither replayed nor used in another context", () => {
  const clock = { now: 1 };
  const pac = run(data(PLANS), clock);
  pac.ask({ kind: "ping" });
  pac.ask({ kind: "begin", batch: 1 });
  const lane: Command = { kind: "lane", batch: 1, origin: "https://s1.test:443", leaf: 2, by: "main" };
  expect(pac.ask(lane, { number: 50 })).toMatchObject({ kind: "done" });
  expect(pac.ask(lane, { number: 50 })).toMatchObject({ kind: "refused", why: "number" });
  expect(pac.ask(lane, { number: 49 })).toMatchObject({ kind: "refused", why: "number" });
  expect(pac.ask(lane, { number: 60, context: "other" })).toMatchObject({ kind: "refused", why: "context" });
  expect(pac.ask({ kind: "end", batch: 1 }, { number: 61 })).toMatchObject({ count: { set: 1 } });
});

test("a read that Chrome runs twice (answers over 1,000 characters) answers twice, and no longer after two seconds", () => {
  const clock = { now: 1_000 };
  const pac = run(data(PLANS), clock);
  pac.ask({ kind: "ping" });
  pac.find("https://s1.test/");
  const first = pac.ask({ kind: "log", since: 0 }, { number: 70 });
  expect(first).toMatchObject({ kind: "log", entries: [[1, "https://s1.test:443", "a", ["g"], null, 1_000]] });
  expect(pac.ask({ kind: "log", since: 0 }, { number: 70 })).toEqual(first);
  clock.now += 2_001;
  pac.ask({ kind: "ping" }, { number: 71 });
  expect(pac.ask({ kind: "log", since: 0 }, { number: 70 })).toMatchObject({ kind: "refused", why: "number" });
});

test("a host and a tag named __proto__ are a host and a tag like any other, in the PAC as in decide()", () => {
  const names = JSON.parse(
    '{"direct":{"kind":"direct"},"a":{"kind":"leaf"},"__proto__":{"kind":"block"},"it\'s \\\\ odd":{"kind":"block"}}',
  );
  const hostile: PacData["base"] = {
    seed: 1,
    nodes: names,
    rules: compileRules([
      { domain: ["__proto__"], domainSuffix: ["constructor"], outbound: "__proto__" },
      { domain: ["odd.test"], domainSuffix: [], outbound: "it's \\ odd" },
    ]),
    final: "a",
  };
  const pac = run({ ...data({}), base: hostile }, { now: 1 });
  expect(pac.find("https://__proto__/")).toBe("thrown blocked: rule");
  expect(pac.find("https://x.constructor/")).toBe("thrown blocked: rule");
  expect(pac.find("https://odd.test/")).toBe("thrown blocked: rule");
  expect(pac.find("https://other.test/")).toBe("PROXY 192.0.2.1:80");
});

test("older plans never replace newer ones", () => {
  const pac = run(data(PLANS), { now: 1 });
  pac.ask({ kind: "ping" });
  expect(pac.ask({ kind: "plans", revision: 5, plans: { ...PLANS, g: { kind: "one", member: 1 } } })).toMatchObject({
    revision: 5,
  });
  expect(pac.ask({ kind: "plans", revision: 4, plans: { ...PLANS, g: { kind: "one", member: 2 } } })).toMatchObject({
    revision: 5,
  });
  expect(pac.find("https://s1.test/")).toBe("PROXY 192.0.2.2:80");
});

test("B18 · a new context goes on with the memory of the old one", () => {
  const pac = run(data(PLANS), { now: 1 });
  pac.ask({ kind: "ping" });
  expect([pac.find("https://s1.test/"), pac.find("https://s2.test/")]).toEqual([
    "PROXY 192.0.2.1:80",
    "PROXY 192.0.2.2:80",
  ]);
  const answer = pac.ask({ kind: "memory" });
  if (answer?.kind !== "memory") throw new Error("no memory");
  const next = run(data(PLANS), { now: 1 });
  next.ask({ kind: "ping" });
  next.ask({ kind: "seed", memory: answer.memory });
  expect([next.find("https://s1.test/"), next.find("https://s3.test/")]).toEqual([
    "PROXY 192.0.2.1:80",
    "PROXY 192.0.2.3:80",
  ]);
});
