import { expect, test } from "vitest";
import type { ProbeRequest, ProbeResponse } from "../../../background/ports/prober.ts";
import { createLookUp } from "../../../background/probes/exit-lookup.ts";
import { MONITORING_DEFAULTS } from "../../../src/config/read-monitoring.ts";
import { instant, ms } from "../../../src/model/units.ts";
import { SERVICES } from "../../../src/monitoring/ip-services/services.ts";

const FIRST = SERVICES[0]?.url ?? "";
const SECOND = SERVICES[1]?.url ?? "";
const limited: ProbeResponse = { kind: "answer", status: 429, body: "{}", took: ms(5) };
const silent: ProbeResponse = { kind: "failed", error: { code: "timeout" } };
/** Read by every service. */
const BODY = JSON.stringify({ ip: "203.0.113.7", query: "203.0.113.7", status: "success", success: true });
const found: ProbeResponse = { kind: "answer", status: 200, body: BODY, took: ms(40) };

/** Look-ups that begin with the first service; `answers` by address, the rest find an exit. */
function begin(answers: Readonly<Record<string, ProbeResponse>>, exits: Readonly<Record<string, string>> = {}) {
  const asked: ProbeRequest[] = [];
  const clock = { now: instant(0) };
  const lookUp = createLookUp({
    prober: {
      send: async (request) => {
        asked.push(request);
        return answers[request.url] ?? found;
      },
    },
    clock: { now: () => clock.now } as never,
    settings: () => MONITORING_DEFAULTS,
    exitOf: (tag) => exits[tag] ?? null,
    random: () => 0,
  });
  return {
    clock,
    asked,
    /** The services asked for a member, in order. */
    async urlsFor(tag: string, signal = new AbortController().signal): Promise<readonly string[]> {
      asked.length = 0;
      await lookUp(tag, signal);
      return asked.map(({ url }) => url);
    },
  };
}

test("IP1 · each request goes through the member and is limited to url_test_timeout", async () => {
  const { urlsFor, asked } = begin({});
  expect(await urlsFor("a")).toEqual([FIRST]);
  // Asked again in the clear, the address of one's own service would tell its key to the proxy.
  expect(asked).toMatchObject([{ tag: "a", timeout: 5_000, unexplained: true }]);
});

test("IP4 · a service that limits its rate is asked last by all who leave from that exit, and by no others", async () => {
  const { urlsFor } = begin({ [FIRST]: limited }, { a: "203.0.113.7", b: "203.0.113.7", c: "203.0.113.9" });
  expect(await urlsFor("a")).toEqual([FIRST, SECOND]);
  expect(await urlsFor("b")).toEqual([SECOND]);
  expect(await urlsFor("c")).toEqual([FIRST, SECOND]);
});

test("IP4 · an exit learnt by the look-up is the one that is remembered", async () => {
  const exits: Record<string, string> = {};
  const { urlsFor } = begin({ [FIRST]: limited }, exits);
  expect(await urlsFor("a")).toEqual([FIRST, SECOND]);
  exits.a = "203.0.113.7";
  expect(await urlsFor("a")).toEqual([SECOND]);
});

test("IP4 · after a while it has its place again", async () => {
  const { urlsFor, clock } = begin({ [FIRST]: limited }, { a: "203.0.113.7" });
  await urlsFor("a");
  clock.now = instant(600_001);
  expect(await urlsFor("a")).toEqual([FIRST, SECOND]);
});

test("IP4 · services that are all silent are not held to be slow: the proxy may be at fault", async () => {
  const everySilent = Object.fromEntries(SERVICES.map(({ url }) => [url, silent]));
  const { urlsFor } = begin(everySilent, { a: "203.0.113.7" });
  const before = await urlsFor("a");
  expect(before.slice(0, 2)).toEqual([FIRST, SECOND]);
});

test("B11 · an aborted look-up asks no further service and notes nothing", async () => {
  const abort = new AbortController();
  const { urlsFor } = begin({ [FIRST]: limited }, { a: "203.0.113.7" });
  const pending = urlsFor("a", abort.signal);
  abort.abort();
  expect(await pending).toEqual([FIRST]);
  expect(await urlsFor("a")).toEqual([FIRST, SECOND]);
});
