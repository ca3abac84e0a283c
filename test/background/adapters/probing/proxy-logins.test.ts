import { expect, test } from "vitest";
import { accountsOf, knowingLogins } from "../../../../background/adapters/probing/proxy-logins.ts";
import type { ProbeRequest, ProbeResponse } from "../../../../background/ports/prober.ts";
import { ms } from "../../../../src/model/units.ts";
import { proxyOf } from "../../support/proxy.ts";

const PROXIES = [
  proxyOf("with", { password: "x" }),
  proxyOf("without", { password: null }),
  proxyOf("socks", { password: "x", protocol: "socks5" }),
];
const HTTP = "http://t.test/generate_204";
const HTTPS = "https://t.test/generate_204";
const answer = (status: number): ProbeResponse => ({ kind: "answer", status, body: "", took: ms(1) });
const refused: ProbeResponse = { kind: "failed", error: { code: "login_wrong", status: 401, detail: "NS_E" } };
const failed = (code: string, status: number) => ({ kind: "failed", error: { code, status } });

async function shown(tag: string, url: string, came: ProbeResponse, more: Partial<ProbeRequest> = {}) {
  const prober = knowingLogins(
    { send: async () => came },
    accountsOf(() => PROXIES),
  );
  const { signal } = new AbortController();
  return prober.send({ tag, url, timeout: ms(1_000), signal, ...more });
}

test.each<[string, string, string, ProbeResponse, object]>([
  ["a CONNECT's 401 where there is an account", "with", HTTPS, refused, refused],
  ["a CONNECT's 401 where there is none", "without", HTTPS, refused, failed("login_required", 401)],
  ["a 401 without a tunnel where there is an account", "with", HTTP, answer(401), failed("login_wrong", 401)],
  ["a 407 that nobody could answer", "with", HTTP, answer(407), failed("login_unsupported", 407)],
  ["the same where there is no account", "without", HTTP, answer(407), failed("login_unsupported", 407)],
])("M21, B7 · %s is told as what it is", async (_, tag, url, came, error) => {
  expect(await shown(tag, url, came)).toEqual(error);
});

test.each<[string, string, string, ProbeResponse, Partial<ProbeRequest>?]>([
  ["a site's own 401 where no account was told", "without", HTTP, answer(401)],
  ["a 401 that came through a tunnel", "with", HTTPS, answer(401)],
  ["a 401 through a SOCKS proxy, which cannot answer a request", "socks", HTTP, answer(401)],
  ["a 401 to a download", "with", HTTP, answer(401), { most: 1_000 }],
  ["a 407 to a download", "with", HTTP, answer(407), { most: 1_000 }],
  ["the expected answer", "with", HTTP, answer(204)],
  ["a wrong login that a 407 told", "without", HTTP, { kind: "failed", error: { code: "login_wrong" } }],
  ["another failure", "with", HTTP, { kind: "failed", error: { code: "reset" } }],
  ["nothing that can be said", "with", HTTP, { kind: "again" }],
])("B7 · %s is left as it is", async (_, tag, url, came, more) => {
  expect(await shown(tag, url, came, more)).toEqual(came);
});
