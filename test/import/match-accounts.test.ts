import { expect, test } from "vitest";
import { matchAccounts } from "../../src/import/match-accounts.ts";
import { readProxyLines } from "../../src/import/proxy-lines.ts";
import { proxiesIn, writeAccounts } from "../../src/import/write-accounts.ts";

const proxies = (...lines: string[]) => readProxyLines(lines.join("\n")).taken;

/** What comes of a configuration's text when these lines are pasted, and the offer is taken. */
function merged(text: string, lines: readonly string[]) {
  const { given, rest, twice } = matchAccounts(proxiesIn(text), proxies(...lines));
  const names = rest.map(({ account }) => account?.username ?? "-");
  return { text: writeAccounts(text, given), rest: names, twice, given: given.length };
}

const TEXT = `{
  "outbounds": [
    { "type": "http", "tag": "bare", "server": "192.0.2.1", "server_port": 3128 }, // mine
    { "type": "http", "tag": "told", "server": "192.0.2.2", "server_port": 3128, "username": "u", "password": "p" },
    { "type": "socks", "tag": "socks", "server": "192.0.2.1", "server_port": 3128 },
    { "type": "selector", "tag": "select", "outbounds": ["bare", "told", "socks"] }
  ],
  "route": { "final": "select" }
}
`;
const GIVEN = TEXT.replace(
  '"server_port": 3128 }, // mine',
  '"server_port": 3128, "username": "u", "password": "p" }, // mine',
);

test.each<[string, string[], string, string[], number, number]>([
  ["an account for a proxy that is there without one", ["192.0.2.1:3128:u:p"], GIVEN, [], 1, 1],
  [
    "several accounts for it: the first is given, the others are proxies of their own",
    ["192.0.2.1:3128:u:p", "192.0.2.1:3128:v:p"],
    GIVEN,
    ["v"],
    1,
    1,
  ],
  ["both lines at once, with it there", ["192.0.2.1:3128", "192.0.2.1:3128:u:p"], GIVEN, [], 1, 1],
  ["a proxy that is there with an account", ["192.0.2.2:3128"], TEXT, [], 1, 0],
  ["both lines at once, of one that is not there", ["192.0.2.9:80", "192.0.2.9:80:u:p"], TEXT, ["u"], 1, 0],
  ["the same host at another port", ["192.0.2.1:3129:u:p"], TEXT, ["u"], 0, 0],
  ["another protocol", ["https://u:p@192.0.2.1:3128"], TEXT, ["u"], 0, 0],
  ["a further account where there is one already", ["192.0.2.2:3128:v:p"], TEXT, ["v"], 0, 0],
  ["what is there letter by letter", ["192.0.2.2:3128:u:p", "192.0.2.1:3128"], TEXT, ["u", "-"], 0, 0],
])("%s", (_, lines, text, rest, twice, given) => {
  expect(merged(TEXT, lines)).toEqual({ text, rest, twice, given });
});

test("an account that one of two entries has already is not given to the other", () => {
  const both = TEXT.replace('"tag": "told", "server": "192.0.2.2"', '"tag": "told", "server": "192.0.2.1"');
  expect(merged(both, ["192.0.2.1:3128:u:p"])).toEqual({ text: both, rest: ["u"], twice: 0, given: 0 });
});

test.each([
  ["a fresh list", " "],
  ["a configuration with an error", '{ "outbounds": [ { "type": "http" } ] }'],
])("of %s only the lines are looked at", (_, text) => {
  const lines = ["192.0.2.1:3128:u:p", "192.0.2.1:3128", "198.51.100.1:80"];
  expect(merged(text, lines)).toEqual({ text, rest: ["u", "-"], twice: 1, given: 0 });
});

test("blank fields that are there are filled, and many proxies are given theirs at once, each line kept as it stands", () => {
  const blank = TEXT.replace(
    '"server_port": 3128 }, // mine',
    '"username": "", "server_port": 3128 } /* ! */, // mine',
  );
  expect(merged(blank, ["192.0.2.1:3128:u:p", "socks5://s:t@192.0.2.1:3128"]).text).toBe(
    blank
      .replace('"username": "", "server_port": 3128 }', '"username": "u", "server_port": 3128, "password": "p" }')
      .replace('"tag": "socks", "server": "192.0.2.1", "server_port": 3128 }', (one) =>
        one.replace(" }", ', "username": "s", "password": "t" }'),
      ),
  );
});

test("a thousand accounts are matched and written without reading the text for each", () => {
  const hosts = Array.from({ length: 1_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);
  const outbounds = hosts.map((server) => ({ type: "http", tag: server, server, server_port: 80 }));
  const text = JSON.stringify({ outbounds, route: { final: hosts[0] } });
  const startedAt = performance.now();
  const all = merged(
    text,
    hosts.map((host) => `${host}:80:u:p`),
  );
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect([all.given, all.rest.length]).toEqual([1_000, 0]);
  expect(proxiesIn(all.text).every(({ account }) => account?.password === "p")).toBe(true);
});
