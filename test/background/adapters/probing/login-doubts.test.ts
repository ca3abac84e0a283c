import { expect, test } from "vitest";
import { createLoginDoubts } from "../../../../background/adapters/probing/login-doubts.ts";
import { accountsOf } from "../../../../background/adapters/probing/proxy-logins.ts";
import { proxyOf } from "../../support/proxy.ts";

const PROXIES = [
  proxyOf("with", { password: "x" }),
  proxyOf("other", { password: "x" }),
  proxyOf("without", { password: null }),
  proxyOf("socks", { password: "x", protocol: "socks5" }),
];

function begin() {
  const tested: string[] = [];
  let at = 0;
  const doubts = createLoginDoubts({
    accountOf: accountsOf(() => PROXIES),
    doubtful: (tag) => void tested.push(tag),
    now: () => at,
  });
  const asked = (ms: number, tag: string, url: string): void => {
    at = ms;
    doubts.asked(tag, url);
  };
  return { asked, tested };
}

test("B7 · a 401 over http through a proxy with an account, which may have answered itself, has it tested", () => {
  const { asked, tested } = begin();
  asked(0, "with", "http://a.example/x");
  asked(0, "with", "ws://b.example:8080/");
  expect(tested).toEqual(["with", "with"]);
});

test.each([
  ["through a tunnel", "with", "https://a.example/"],
  ["through a proxy that was told no account", "without", "http://a.example/"],
  ["through a SOCKS proxy", "socks", "http://a.example/"],
  ["directly", "direct", "http://a.example/"],
])("B7 · a 401 %s is the site's own, and has nobody tested", (_, tag, url) => {
  const { asked, tested } = begin();
  asked(0, tag, url);
  expect(tested).toEqual([]);
});

test("B7 · a site that goes on asking has its proxy tested once in ten minutes, also with the clock set back", () => {
  const { asked, tested } = begin();
  for (const ms of [0, 1, 599_999]) asked(ms, "with", `http://a.example/${ms}`);
  expect(tested).toEqual(["with"]);
  asked(600_000, "with", "http://a.example/");
  asked(100, "with", "http://a.example/");
  expect(tested).toHaveLength(3);
});

test("B7 · another site, and another proxy, are asked about by themselves; what is kept does not pile up", () => {
  const { asked, tested } = begin();
  asked(0, "with", "http://a.example/");
  asked(0, "other", "http://a.example/");
  for (let i = 0; i < 600; i++) asked(1, "with", `http://b${i}.example/`);
  asked(2, "with", "http://b599.example/");
  expect(tested).toHaveLength(602);
  asked(2, "with", "http://a.example/");
  expect(tested).toHaveLength(603);
});
