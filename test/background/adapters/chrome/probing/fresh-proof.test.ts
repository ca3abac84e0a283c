import { expect, test } from "vitest";
import { withFreshProof } from "../../../../../background/adapters/chrome/probing/fresh-proof.ts";
import { createDoubts } from "../../../../../background/adapters/chrome/probing/suspects.ts";
import type { ProbeRequest, ProbeResponse } from "../../../../../background/ports/prober.ts";
import type { ProbeErrorCode } from "../../../../../src/model/probe-error.ts";
import { ms } from "../../../../../src/model/units.ts";
import { proxyOf } from "../../../support/proxy.ts";

const SECURE = "https://www.gstatic.com/generate_204";
const PLAIN = "http://www.gstatic.com/generate_204";

const answer = (status = 204): ProbeResponse => ({ kind: "answer", status, body: "", took: ms(50) });
const standing = (status = 204): ProbeResponse => ({ ...answer(status), took: ms(7), standing: true }) as ProbeResponse;
const failed = (code: ProbeErrorCode): ProbeResponse => ({ kind: "failed", error: { code } });
const AGAIN: ProbeResponse = { kind: "again" };

/** A test of one proxy: `main` is what the test comes to, the rest what other connections come to, by address. */
function begin(main: ProbeResponse, by: Readonly<Record<string, ProbeResponse>> = {}) {
  const asked: string[] = [];
  const doubts = createDoubts();
  const answers = { ...by };
  let time = 1_000_000;
  const exactly = {
    async send({ url }: ProbeRequest) {
      asked.push(url);
      return answers[url] ?? standing();
    },
  };
  const prober = withFreshProof({ send: async () => main }, exactly, doubts, () => time);
  const signal = new AbortController().signal;
  return {
    asked,
    doubts,
    answers,
    pass: (wait: number) => {
      time += wait;
    },
    test: (more: Partial<ProbeRequest> = {}) =>
      prober.send({ tag: "a", url: SECURE, timeout: ms(3_000), signal, ...more }),
  };
}

test.each([
  ["a fresh answer", answer()],
  ["a failure", failed("timeout")],
  ["nothing", AGAIN],
])("%s needs no proof", async (_, main) => {
  const { asked, doubts, test: run } = begin(main);
  doubts.begin("a");
  expect(await run()).toBe(main);
  expect(asked).toEqual([]);
});

test("M1 · a standing connection is enough where nothing of the user failed", async () => {
  const { asked, test: run } = begin(standing());
  expect(await run()).toMatchObject({ kind: "answer", took: 7 });
  expect(asked).toEqual([]);
});

test.each<[string, Readonly<Record<string, ProbeResponse>>, readonly string[], ProbeResponse]>([
  ["a fresh one answers", { [SECURE]: answer() }, [SECURE], standing()],
  ["any site's answer came through the tunnel", { [SECURE]: answer(404) }, [SECURE], standing()],
  ["a fresh one is refused", { [SECURE]: failed("refused") }, [SECURE], failed("refused")],
  ["a fresh one hangs", { [SECURE]: failed("timeout") }, [SECURE], failed("timeout")],
  [
    "the first address says nothing",
    { [SECURE]: failed("certificate"), [PLAIN]: answer() },
    [SECURE, PLAIN],
    standing(),
  ],
  ["only the plain one is fresh", { [PLAIN]: answer() }, [SECURE, PLAIN], standing()],
  ["the plain one fails", { [PLAIN]: failed("closed") }, [SECURE, PLAIN], failed("closed")],
  [
    "the proxy cannot serve it",
    { [PLAIN]: answer(503) },
    [SECURE, PLAIN],
    { kind: "failed", error: { code: "tunnel_refused", status: 503 } },
  ],
  [
    "the proxy wants an account",
    { [PLAIN]: answer(407) },
    [SECURE, PLAIN],
    { kind: "failed", error: { code: "login_required", status: 407 } },
  ],
  ["the proxy minds what has no tunnel", { [PLAIN]: answer(405) }, [SECURE, PLAIN], standing()],
  ["nothing can be said", { [SECURE]: AGAIN, [PLAIN]: failed("offline") }, [SECURE, PLAIN], standing()],
  ["all of them stand", {}, [SECURE, PLAIN], standing()],
])("B7 · where a connection of the user failed and %s", async (_, by, wanted, comes) => {
  const { asked, doubts, test: run } = begin(standing(), by);
  doubts.begin("a");
  expect(await run()).toEqual(comes);
  expect(asked).toEqual(wanted);
});

test("B7 · a proof ends the doubt, and so does a fresh answer", async () => {
  const { asked, doubts, test: run } = begin(standing(), { [SECURE]: answer() });
  doubts.begin("a");
  doubts.begin("b");
  await run();
  await run();
  expect(asked).toEqual([SECURE]);
  expect([doubts.has("a"), doubts.has("b")]).toEqual([false, true]);

  const fresh = begin(answer());
  fresh.doubts.begin("a");
  await fresh.test();
  expect(fresh.doubts.has("a")).toBe(false);
});

test("B7 · who failed stays in doubt: a standing connection does not bring it back", async () => {
  const { doubts, test: run } = begin(standing(), { [SECURE]: failed("refused") });
  doubts.begin("a");
  for (let i = 0; i < 3; i++) expect(await run()).toEqual(failed("refused"));
  expect(doubts.has("a")).toBe(true);
});

test("connections that stand are left to idle, else Chrome never closes them", async () => {
  const { asked, answers, doubts, pass, test: run } = begin(standing());
  doubts.begin("a");
  for (let i = 0; i < 3; i++) await run();
  expect(asked).toEqual([SECURE, PLAIN]);
  pass(330_000);
  answers[SECURE] = failed("refused");
  expect(await run()).toEqual(failed("refused"));
});

test("M21 · a page that an old tunnel leads to says nothing of a new one", async () => {
  const captive = begin(standing(200), { [SECURE]: answer() });
  expect(await captive.test()).toEqual(answer());
  const still = begin(standing(200), { [SECURE]: failed("certificate"), [PLAIN]: answer(200) });
  expect(await still.test()).toEqual(standing(200));
});

test.each([
  ["a download", { most: 1_000 }],
  ["a look-up", { unexplained: true as const }],
])("%s is no test", async (_, more) => {
  const { asked, doubts, test: run } = begin(standing());
  doubts.begin("a");
  await run(more);
  expect(asked).toEqual([]);
});

test("a query may be a secret: it is never sent in the clear", async () => {
  const { asked, doubts, test: run } = begin(standing());
  doubts.begin("a");
  await run({ url: `${SECURE}?key=1` });
  expect(asked).toEqual([`${SECURE}?key=1`]);
});

test("a doubt is of a proxy at its place, and outlives the background", () => {
  const before = createDoubts();
  before.use([proxyOf("a", { password: null })]);
  before.begin("a");
  const after = createDoubts();
  after.load(JSON.parse(JSON.stringify(before.save())));
  after.use([proxyOf("a", { password: null })]);
  expect(after.has("a")).toBe(true);
  after.use([proxyOf("a", { password: null, host: "192.0.2.99" })]);
  expect(after.has("a")).toBe(false);
});
