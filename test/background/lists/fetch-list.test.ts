import { expect, test } from "vitest";
import { createFetchList } from "../../../background/lists/fetch-list.ts";
import type { ProbeRequest, ProbeResponse } from "../../../background/ports/prober.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { modelOf } from "../../../src/engine/model.ts";
import type { RuleList } from "../../../src/model/rule-list.ts";
import { ms } from "../../../src/model/units.ts";
import { isBypassed } from "../../../src/routing/loopback.ts";
import { configOf } from "../../engine/sample-config.ts";

const LIST: RuleList = {
  tag: "hosts",
  url: "https://lists.example/a/hosts.txt?token=1",
  format: "domains",
  updateInterval: ms(60_000),
  detour: "a",
};

const model = modelOf(configOf({ a: {}, b: {} }));
const core = { model, state: createEngine(model, { results: {}, exits: {} }, {}, 1) };

const took = ms(1);
const to = (location?: string): ProbeResponse => ({
  kind: "answer",
  status: 0,
  body: "",
  took,
  ...(location === undefined ? {} : { location }),
});
const LOADED: ProbeResponse = { kind: "answer", status: 200, body: "a.example", took };

/** What comes of a list whose addresses answer so, and which were asked for. */
async function fetched(answers: Readonly<Record<string, ProbeResponse>>, list: Partial<RuleList> = {}) {
  const asked: ProbeRequest[] = [];
  const ways: string[] = [];
  const prober = {
    async send(request: ProbeRequest) {
      asked.push(request);
      return answers[request.url] ?? LOADED;
    },
  };
  const fetch = createFetchList(
    prober,
    () => core,
    ({ host }) => isBypassed(host, "chrome"),
  );
  const outcome = await fetch({ ...LIST, ...list }, new AbortController().signal, (proxy) => ways.push(proxy));
  expect(ways).toEqual(["a"]);
  expect(new Set(asked.map(({ tag }) => tag))).toEqual(new Set(["a"]));
  return { outcome, asked: asked.map(({ url }) => url) };
}

test.each([
  ["another host", "https://raw.example/x", "https://raw.example/x"],
  ["a path", "/b/hosts.txt", "https://lists.example/b/hosts.txt"],
  ["a path beside it", "other.txt", "https://lists.example/a/other.txt"],
  ["a host without a scheme", "//cdn.example/x", "https://cdn.example/x"],
])("a list whose address leads to %s is fetched there, through the same outbound", async (_, location, next) => {
  const { outcome, asked } = await fetched({ [LIST.url]: to(location) });
  expect(outcome).toEqual({ ok: true, value: "a.example" });
  expect(asked).toEqual([LIST.url, next]);
});

test.each([
  ["in clear from in cipher", "http://lists.example/hosts.txt"],
  ["another kind of address", "ftp://lists.example/hosts.txt"],
  ["a script", "javascript:alert(1)"],
  ["this machine, which a browser asks past every proxy", "https://127.0.0.1:8080/"],
  ["this machine by its name", "https://a.localhost/"],
  ["its own network", "https://[fe80::1]/"],
  ["nothing readable", "https://a b/"],
  ["an account, which no browser asks with", "https://someone:secret@lists.example/"],
  ["nothing that was told", undefined],
])("nobody follows an address that leads to %s", async (_, location) => {
  const { outcome, asked } = await fetched({ [LIST.url]: to(location) });
  expect(outcome).toEqual({ ok: false, error: { kind: "redirect" } });
  expect(asked).toEqual([LIST.url]);
});

test("from an address in clear it may lead to one in cipher, and on; and never back", async () => {
  const [clear, cipher, again] = ["http://a.example/", "https://b.example/", "http://c.example/"];
  const good = await fetched({ [clear]: to(cipher) }, { url: clear });
  expect([good.outcome.ok, good.asked]).toEqual([true, [clear, cipher]]);
  const bad = await fetched({ [clear]: to(cipher), [cipher]: to(again) }, { url: clear });
  expect([bad.outcome.ok, bad.asked]).toEqual([false, [clear, cipher]]);
});

test.each([
  [5, true],
  [6, false],
])("after %i redirects: %s", async (count, isLoaded) => {
  const url = (at: number): string => `https://${at}.example/`;
  const answers = Object.fromEntries(Array.from({ length: count }, (_, at) => [url(at), to(url(at + 1))]));
  const { outcome, asked } = await fetched(answers, { url: url(0) });
  expect(outcome.ok).toBe(isLoaded);
  expect(asked).toHaveLength(6);
});

test("what the last address answers is what counts", async () => {
  const next = "https://b.example/";
  const { outcome } = await fetched({ [LIST.url]: to(next), [next]: { kind: "answer", status: 404, body: "", took } });
  expect(outcome).toEqual({ ok: false, error: { kind: "status", status: 404 } });
});
