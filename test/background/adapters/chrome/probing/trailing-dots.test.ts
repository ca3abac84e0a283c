import { describe, expect, test } from "vitest";
import { createDottedHosts, dottedUrl } from "../../../../../background/adapters/chrome/probing/trailing-dots.ts";
import type { ProbeResponse } from "../../../../../background/ports/prober.ts";
import { ms } from "../../../../../src/model/units.ts";
import { proxyOf } from "../../../support/proxy.ts";

const USUAL = "https://www.gstatic.com/generate_204";
const DOTTED = "https://www.gstatic.com./generate_204";
const fine: ProbeResponse = { kind: "answer", status: 204, body: "", took: ms(5) };
const broken: ProbeResponse = { kind: "failed", error: { code: "tunnel_refused", status: 502 } };

test.each([
  [USUAL, DOTTED],
  ["http://www.gstatic.com:8080/x?y#z", "http://www.gstatic.com.:8080/x?y#z"],
  ["https://WWW.Google.com", "https://WWW.Google.com."],
  ["https://check.example/ok", "https://check.example./ok"],
  ["https://xn--bcher-kva.example/ok", "https://xn--bcher-kva.example./ok"],
  ["https://www.gstatic.com./x", null],
  ["https://192.0.2.1/x", null],
  ["https://[2001:db8::1]/x", null],
  ["https://router/x", null],
  ["https://me@www.gstatic.com/", null],
])("%s is tested as %s", (url, dotted) => {
  expect(dottedUrl(url)?.url ?? null).toBe(dotted);
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
  const send = (more: object, url = USUAL, tag = "a"): Promise<ProbeResponse> =>
    prober.send({ tag, url, timeout: ms(1_000), signal, ...more });
  return { asked, hosts, send, test: (url = USUAL, tag = "a") => send({}, url, tag) };
}

test("the dotted name is used with a member once the usual one has worked", async () => {
  const { asked, test: run } = begin({});
  for (let i = 0; i < 3; i++) expect(await run()).toEqual(fine);
  await run(USUAL, "b");
  expect(asked).toEqual([USUAL, DOTTED, DOTTED, USUAL]);
});

describe("M27 · where no fresh connection is to be had by the dotted name", () => {
  const estimated: ProbeResponse = { ...fine, estimated: true, standing: true };
  test("the usual name is tried, trusting no phases, and counts where its connection is fresh", async () => {
    const trusted: unknown[] = [];
    const hosts = createDottedHosts();
    const answers: Record<string, ProbeResponse> = { [DOTTED]: estimated };
    const prober = hosts.around({
      async send({ url, phasesFor }) {
        trusted.push([url, phasesFor]);
        return answers[url] ?? { ...fine, took: ms(2_500) };
      },
    });
    const signal = new AbortController().signal;
    const run = () => prober.send({ tag: "a", url: USUAL, timeout: ms(1_000), signal, phasesFor: ms(20_000) });
    await run();
    expect(await run()).toEqual({ ...fine, took: ms(2_500) });
    expect(trusted).toEqual([
      [USUAL, ms(20_000)],
      [DOTTED, ms(20_000)],
      [USUAL, ms(0)],
    ]);
    for (const usual of [estimated, broken]) {
      answers[USUAL] = usual;
      expect(await run(), "the estimated answer stays").toEqual(estimated);
    }
  });
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

test("a member that never worked is tested by the usual name", async () => {
  const { asked, test: run } = begin({ [USUAL]: broken });
  await run();
  await run();
  expect(asked).toEqual([USUAL, USUAL]);
});

test("what is no test asks by the name that it was given: there the answer itself is what is wanted", async () => {
  const { asked, send } = begin({});
  for (const more of [{ unexplained: true }, { most: 100 }]) for (let i = 0; i < 2; i++) await send(more);
  expect(asked).toEqual([USUAL, USUAL, USUAL, USUAL]);
});

describe("a host of which nobody knows", () => {
  const OWN = "https://check.example/generate_204";
  const OWN_DOTTED = "https://check.example./generate_204";

  test("takes the dot with members of which it was learnt, each host for itself", async () => {
    const { asked, test: run } = begin({});
    for (const url of [OWN, OWN, USUAL, USUAL, OWN]) await run(url);
    expect(asked).toEqual([OWN, OWN_DOTTED, USUAL, DOTTED, OWN_DOTTED]);
  });

  test("that gives another page for it is tested by the usual name", async () => {
    const { asked, test: run } = begin({ [OWN_DOTTED]: { kind: "answer", status: 200, body: "welcome", took: ms(5) } });
    await run(OWN);
    expect(await run(OWN)).toEqual({ kind: "again" });
    expect(await run(OWN)).toEqual(fine);
    expect(asked).toEqual([OWN, OWN_DOTTED, OWN]);
  });

  test("that refused it through three members is asked so by no other", async () => {
    const { asked, test: run } = begin({ [OWN_DOTTED]: { kind: "failed", error: { code: "tls" } } });
    for (const tag of ["a", "b", "c", "d"]) for (let i = 0; i < 3; i++) await run(OWN, tag);
    expect(asked.filter((url) => url === OWN_DOTTED)).toHaveLength(3);
  });

  test("that took it once may have servers that do not: a failure that may be theirs is tried by the usual name", async () => {
    const answers: Record<string, ProbeResponse> = {};
    const { test: run } = begin(answers);
    await run(OWN);
    await run(OWN);
    answers[OWN_DOTTED] = { kind: "failed", error: { code: "tls" } };
    expect(await run(OWN)).toEqual({ kind: "again" });
    expect(await run(OWN)).toEqual(fine);
  });

  test.each(["timeout", "refused", "login_wrong"] as const)("never turns a name away by %s", async (code) => {
    const answers: Record<string, ProbeResponse> = {};
    const { test: run } = begin(answers);
    await run(OWN);
    await run(OWN);
    answers[OWN_DOTTED] = { kind: "failed", error: { code } };
    expect(await run(OWN)).toEqual({ kind: "failed", error: { code } });
  });

  test("is forgotten when many others were tested since", async () => {
    const { asked, test: run } = begin({});
    await run(OWN);
    for (let i = 0; i < 8; i++) await run(`https://h${i}.example/`);
    await run(OWN);
    expect(asked.filter((url) => url === OWN)).toHaveLength(2);
  });
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
  expect(JSON.stringify(hosts.save())).not.toContain("usable");
});
