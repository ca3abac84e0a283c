import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse-config.ts";
import { config, good, group, proxy, wrong } from "./support/shapes.ts";

test("the shape of the design is read whole", () => {
  const { config: read, notes } = good(readFileSync(new URL("./design.json", import.meta.url), "utf8"));
  expect(notes).toEqual([]);
  expect(read.outbounds.map(({ tag, kind }) => `${tag} ${kind}`)).toEqual([
    "de-1 proxy",
    "tls-1 proxy",
    "nl-1 proxy",
    "balance balancer",
    "fastest balancer",
    "select selector",
  ]);
  expect(read.route).toEqual({
    rules: [{ domain: [], domainSuffix: ["example.com"], outbound: "balance" }],
    lists: [],
    final: "select",
  });
  expect(read.monitoring.interval).toBe(300_000);
});

test("B1 · unset fields of a balancer get the seed's defaults, and an unset tolerance stays apart from one given", () => {
  const [, unset] = good(config([proxy(), group()])).config.outbounds;
  expect(unset).toMatchObject({
    options: {
      strategy: "round-robin",
      pool: 3,
      stickyHash: null,
      delayAcceptableRatio: 2,
      maxRetry: 0,
      ttl: 0,
      interruptExistConnections: false,
      tolerance: null,
      toleranceRatio: null,
    },
  });
  const [, set] = good(config([proxy(), group({ tolerance: 50, delay_acceptable_ratio: 0, strategy: "" })])).config
    .outbounds;
  expect(set).toMatchObject({ options: { tolerance: 50, delayAcceptableRatio: 2, strategy: "round-robin" } });
});

test.each([
  ["a ratio between 0 and 1", group({ delay_acceptable_ratio: 0.5 }), "outbounds[1].delay_acceptable_ratio <- 0.5"],
  ["a negative number", group({ tolerance: -1 }), "outbounds[1].tolerance <- -1"],
  ["an unknown strategy", group({ strategy: "fastest" }), 'outbounds[1].strategy <- "fastest"'],
  ["an unknown tag", group({ outbounds: ["a", "b"] }), 'outbounds[1].outbounds[1] <- "b"'],
  ["a loop", group({ outbounds: ["a", "g"] }), 'outbounds[1].outbounds[1] <- "g"'],
  ["direct inside", group({ outbounds: ["a", "direct"] }), 'outbounds[1].outbounds[1] <- "direct"'],
  ["no members", group({ outbounds: [] }), "outbounds[1].outbounds <- an empty list"],
  ["members unset", { type: "balancer", tag: "g" }, "outbounds[1].outbounds <- nothing"],
  ["a member twice", group({ outbounds: ["a", "a"] }), 'outbounds[1].outbounds[1] <- "a"'],
])("B1 · a balancer with %s is refused, with the path of the field", (_, balancer, problem) => {
  expect(wrong(config([proxy(), balancer]))).toEqual([problem]);
});

test.each([
  [{ server_port: 0 }, "outbounds[0].server_port <- 0"],
  [{ server_port: 70000 }, "outbounds[0].server_port <- 70000"],
  [{ server_port: "80" }, 'outbounds[0].server_port <- "80"'],
  [{ server_port: undefined }, "outbounds[0].server_port <- nothing"],
  [{ server: "a b" }, 'outbounds[0].server <- "a b"'],
  [{ server: "http://a" }, "outbounds[0].server <- a text of 8 characters"],
  [{ server: "me:secret@host" }, "outbounds[0].server <- a text of 14 characters"],
  [{ server: "300.1.1.1" }, 'outbounds[0].server <- "300.1.1.1"'],
  [{ server: "1::2::3" }, "outbounds[0].server <- a text of 7 characters"],
  [{ server: "192.0.2.1:80:user:pass" }, "outbounds[0].server <- a text of 22 characters"],
  [{ server: "proxy.1" }, 'outbounds[0].server <- "proxy.1"'],
  [{ username: 5 }, "outbounds[0].username <- a number"],
  [{ password: 12345 }, "outbounds[0].password <- a number"],
  [{ password: true }, "outbounds[0].password <- true or false"],
  [{ password: ["secret"] }, "outbounds[0].password <- a list of 1"],
  [{ username: "a:b" }, "outbounds[0].username <- a text of 3 characters"],
  [{ password: "a\nb" }, "outbounds[0].password <- a text of 3 characters"],
  [{ password: "a\ud83d" }, "outbounds[0].password <- a text of 2 characters"],
  [{ type: "socks", username: "é".repeat(128) }, "outbounds[0].username <- a text of 128 characters"],
  [{ type: "socks", password: "p".repeat(256) }, "outbounds[0].password <- a text of 256 characters"],
  [{ type: "ftp" }, 'outbounds[0].type <- "ftp"'],
  [{ tag: "" }, 'outbounds[0].tag <- ""'],
  [{ tag: "direct" }, 'outbounds[0].tag <- "direct"'],
  [{ tag: "constructor" }, 'outbounds[0].tag <- "constructor"'],
  [JSON.parse('{ "tag": "__proto__" }'), 'outbounds[0].tag <- "__proto__"'],
  [{ type: "socks", version: "6" }, 'outbounds[0].version <- "6"'],
])("a proxy with %j is refused, and the account never shows", (more, problem) => {
  expect(wrong(config([proxy(more)]))).toEqual([problem]);
});

test.each([
  ["http", {}, { protocol: "http", host: "192.0.2.1", port: 80, account: null }],
  ["TLS to the proxy", { tls: { enabled: true } }, { protocol: "https" }],
  ["https by its name", { type: "https" }, { protocol: "https" }],
  ["socks", { type: "socks" }, { protocol: "socks5", udp: true }],
  ["socks 4a", { type: "socks", version: "4a" }, { protocol: "socks4", udp: false }],
  ["an IPv6 address in brackets", { server: "[2001:DB8:0:0::1]" }, { host: "2001:db8::1" }],
  ["an internationalised name", { server: "Прокси.example." }, { host: "xn--h1adldfi.example" }],
  [
    "a non-Latin account",
    { username: "مینا", password: "گذرواژه: @/%" },
    { account: { username: "مینا", password: "گذرواژه: @/%" } },
  ],
  [
    "an account of 500 characters",
    { username: "u".repeat(500) },
    { account: { username: "u".repeat(500), password: "" } },
  ],
])("%s is read", (_, more, expected) => {
  expect(good(config([proxy(more)])).config.outbounds[0]).toMatchObject(expected);
});

test("types that a browser cannot speak are left out with advice, and their members with them; an emptied group stays", () => {
  const { config: read, notes } = good(
    config([{ type: "vless", tag: "v", server: "x", uuid: "secret" }, proxy(), group({ outbounds: ["v"] })]),
  );
  expect(read.outbounds.map(({ tag }) => tag)).toEqual(["a", "g"]);
  expect(read.outbounds[1]).toMatchObject({ members: [] });
  expect(notes.map(({ path, level }) => `${level} ${path}`)).toEqual([
    "note outbounds[0].type",
    "note outbounds[2].outbounds[0]",
  ]);
  expect(JSON.stringify(notes)).not.toContain("secret");
});

test("hosts in rules are kept as they are compared", () => {
  const route = {
    rules: [{ domain: "ПРИМЕР.example.", domain_suffix: [".Example.COM"], outbound: "a" }],
    final: "direct",
  };
  expect(good(config([proxy()], { route })).config.route).toEqual({
    rules: [{ domain: ["xn--e1afmkfd.example"], domainSuffix: [".example.com"], outbound: "a" }],
    lists: [],
    final: "direct",
  });
});

test("M23 · monitoring fields are read, with durations as in the seeds; zero, negative or empty means the default", () => {
  const monitoring = {
    interval: "1.5h",
    url_test_timeout: "300ms",
    idle_timeout: "-1s",
    debounce_window: "0",
    workers: 0,
  };
  expect(good(config([proxy()], { experimental: { monitoring } })).config.monitoring).toMatchObject({
    interval: 5_400_000,
    urlTestTimeout: 300,
    idleTimeout: 600_000,
    debounceWindow: 500,
    workers: 10,
  });
});

test("every problem is told at once, each with its line", () => {
  const parsed = parseConfig(
    '{\n"outbounds": [\n{"type":"http","tag":"a","server":"x",\n"server_port":0},\n{"type":"http"}\n]}',
  );
  expect(parsed.ok ? [] : parsed.error.map(({ path, line }) => `${path}:${line}`)).toEqual([
    "outbounds[0].server_port:4",
    "outbounds[1].tag:5",
  ]);
});

test.each([
  ["", 1],
  ["{", 1],
  ['{\n "outbounds": [,]\n}', 2],
  ["[]", 1],
  ["nonsense", 1],
])("B20 · %j is refused, with a line", (text, line) => {
  const parsed = parseConfig(text);
  expect(parsed.ok ? null : parsed.error[0]?.line).toBe(line);
});

test("the same name twice in an object is refused: the first would be lost unseen", () => {
  expect(wrong('{"outbounds":[], "outbounds":[]}')[0]).toBe("outbounds <- the same name twice");
});

test("comments and trailing commas are taken, as sing-box takes them", () => {
  expect(good(`// mine\n${config([proxy()]).replace(/\}\n\]/, "},\n]")}`).config.outbounds).toHaveLength(1);
});

test("B1 · members that are endpoints of sing-box are left out with a note, as types that no browser speaks", () => {
  const endpoints = [{ type: "wireguard", tag: "w", private_key: "secret" }];
  const { config: read, notes } = good(config([proxy(), group({ outbounds: ["w", "a"] })], { endpoints }));
  expect(read.outbounds[1]).toMatchObject({ members: ["a"] });
  expect(notes.map(({ path }) => path)).toEqual(["endpoints[0]", "outbounds[1].outbounds[0]"]);
});

const relay = (more: object) => proxy({ server: "127.0.0.1", ...more });

test.each([
  ["itself", [relay({ detour: "a" })], 'outbounds[0].detour <- "a"'],
  ["one that leads back", [relay({ detour: "b" }), relay({ tag: "b", detour: "a" })], 'outbounds[1].detour <- "a"'],
  ["a group that holds it", [relay({ detour: "g" }), group()], 'outbounds[1].outbounds[0] <- "a"'],
  ["nothing that is known", [relay({ detour: "b" })], 'outbounds[0].detour <- "b"'],
])("a detour to %s is refused", (_, outbounds, problem) => {
  expect(wrong(config(outbounds))).toEqual([problem]);
});

test("fields that have no effect so far, and unknown ones, are told in different words", () => {
  const { notes } = good(config([proxy({ ipv6: true, throughput_url: "https://a.example", x: 1 })]));
  expect(notes.map(({ path, expected }) => `${path}: ${expected}`)).toEqual([
    "outbounds[0].ipv6: not used yet, left alone",
    "outbounds[0].throughput_url: not used yet, left alone",
    "outbounds[0].x: not used by Switchyard, left alone",
  ]);
});

test.each([
  [{}, {}],
  [{ interval: "2h45m" }, { interval: 9_900_000 }],
  [{ interval: 0 }, { interval: 300_000 }],
  [{ interval: 5 }, null],
  [{ interval: "5" }, null],
  [{ urls: [] }, { urls: ["https://www.gstatic.com/generate_204"] }],
  [{ urls: "http://a.example/x?y=@" }, { urls: ["http://a.example/x?y=@"] }],
  [{ urls: ["ftp://a.example"] }, null],
  [{ urls: ["https://u:p@a.example"] }, null],
  [{ urls: ["https://300.1.1.1/"] }, null],
  [{ ipinfo_url: "https://a.example/json" }, { ipinfoUrl: "https://a.example/json" }],
  [{ workers: -3 }, { workers: 10 }],
  [{ workers: 1.5 }, null],
  [{ workers: 201 }, null],
  [{ on_demand_timeouts: ["500ms", "2s"] }, { onDemandTimeouts: [500, 2_000] }],
  [{ on_demand_timeouts: ["0", "-1s"] }, { onDemandTimeouts: [1_000, 3_000, 10_000] }],
  [{ on_demand_timeouts: ["2s", "1s"] }, null],
  [
    { verify_ipv6: true, ipv6_declared: { a: true, b: false } },
    { verifyIpv6: true, ipv6Declared: { a: true, b: false } },
  ],
  [{ ipv6_declared: { a: 1 } }, null],
])("M23 · monitoring of %j is %j (null: refused)", (monitoring, expected) => {
  const parsed = parseConfig(config([proxy()], { experimental: { monitoring } }));
  expect(parsed.ok).toBe(expected !== null);
  if (parsed.ok) expect(parsed.value.config.monitoring).toMatchObject(expected ?? {});
});

test("M23 · ipv6_probe is accepted and ignored, with a note", () => {
  const { notes } = good(config([proxy()], { experimental: { monitoring: { ipv6_probe: true } } }));
  expect(notes.map(({ path, level }) => `${level} ${path}`)).toEqual(["note experimental.monitoring.ipv6_probe"]);
});

test("a byte-order mark and Windows line ends do not move the lines", () => {
  const parsed = parseConfig('\ufeff{\r\n"outbounds": [\r\n{ "type": "ftp", "tag": "a" }]}');
  expect(parsed.ok ? [] : parsed.error.map(({ path, line }) => `${path}:${line}`)).toEqual(["outbounds[0].type:3"]);
});

test("a field named __proto__ is a field like any other", () => {
  expect(good('{ "outbounds": [{ "type": "direct", "tag": "d" }], "__proto__": 1 }').notes[0]?.path).toBe("__proto__");
});
