import { expect, test } from "vitest";
import { createDottedHosts, dottedUrl } from "../../background/adapters/chrome/dotted-hosts.ts";
import type { ProbeResponse } from "../../background/ports/prober.ts";
import { ms } from "../../src/model/units.ts";
import { proxyOf } from "./support/proxy.ts";

const USUAL = "https://www.gstatic.com/generate_204";
const DOTTED = "https://www.gstatic.com./generate_204";
const fine: ProbeResponse = { kind: "answer", status: 204, body: "", took: ms(5) };
const broken: ProbeResponse = { kind: "failed", error: { code: "tunnel_refused", status: 502 } };

test.each([
  [USUAL, DOTTED],
  ["http://www.gstatic.com:8080/x?y#z", "http://www.gstatic.com.:8080/x?y#z"],
  ["https://WWW.Google.com", "https://WWW.Google.com."],
  ["https://www.gstatic.com./x", null],
  ["https://fonts.gstatic.com/x", null],
  // Whether it answers is the question there: a failure with the dot would say nothing.
  ["https://ipv6.google.com/generate_204", null],
  ["https://example.com/www.gstatic.com/", null],
  ["https://me@www.gstatic.com/", null],
])("%s is tested as %s", (url, dotted) => {
  expect(dottedUrl(url)).toBe(dotted);
});

/** Tests one member again and again; what comes of each, by address. */
function begin(answers: Record<string, ProbeResponse>) {
  const asked: string[] = [];
  const hosts = createDottedHosts();
  const prober = hosts.around({
    async send({ url }) {
      asked.push(url);
      return answers[url] ?? fine;
    },
  });
  const signal = new AbortController().signal;
  return { asked, hosts, test: (url = USUAL, tag = "a") => prober.send({ tag, url, timeout: ms(1_000), signal }) };
}

test("the dotted name is used with a member once the usual one has worked", async () => {
  const { asked, test: run } = begin({});
  for (let i = 0; i < 3; i++) expect(await run()).toEqual(fine);
  await run(USUAL, "b");
  expect(asked).toEqual([USUAL, DOTTED, DOTTED, USUAL]);
});

test("a member that fails with it is no failure: it is tested by the usual name from then on", async () => {
  const { asked, test: run } = begin({ [DOTTED]: broken });
  await run();
  expect(await run()).toEqual({ kind: "again" });
  expect(await run()).toEqual(fine);
  expect(await run()).toEqual(fine);
  expect(asked).toEqual([USUAL, DOTTED, USUAL, USUAL]);
});

test("where it has worked a failure is one, and the next test takes the usual name first", async () => {
  const answers: Record<string, ProbeResponse> = {};
  const { asked, test: run } = begin(answers);
  await run();
  await run();
  answers[DOTTED] = broken;
  expect(await run()).toEqual(broken);
  expect(await run()).toEqual(fine);
  expect(asked).toEqual([USUAL, DOTTED, DOTTED, USUAL]);
});

test("a host that is not known to take the dot, and a member that never worked, are tested by the usual name", async () => {
  const { asked, test: run } = begin({ [USUAL]: broken });
  await run("https://example.com/204");
  await run();
  await run();
  expect(asked).toEqual(["https://example.com/204", USUAL, USUAL]);
});

test("a woken background knows which members take the dot", async () => {
  const first = begin({});
  await first.test();
  const woken = begin({});
  woken.hosts.load(JSON.parse(JSON.stringify(first.hosts.save())));
  await woken.test();
  expect(woken.asked).toEqual([DOTTED]);
});

test("another proxy under the same tag is no worse for what is known of the former one: its first test takes the usual name", async () => {
  const answers: Record<string, ProbeResponse> = {};
  const { asked, hosts, test: run } = begin(answers);
  hosts.use([proxyOf("a", { password: null })]);
  await run();
  await run();
  answers[DOTTED] = broken;
  hosts.use([proxyOf("a", { password: null, port: 8080 })]);
  expect(await run()).toEqual(fine);
  expect(asked).toEqual([USUAL, DOTTED, USUAL]);
  hosts.use([]);
  expect(hosts.save()).toEqual([]);
});
