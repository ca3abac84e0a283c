import { describe, expect, test } from "vitest";
import type { ControlChannel } from "../../../../../background/adapters/chrome/pac/control-channel.ts";
import { createLaneProber } from "../../../../../background/adapters/chrome/probing/lane-prober.ts";
import type { WarmAnswer } from "../../../../../background/adapters/chrome/probing/lane-sender.ts";
import { createProxyAddresses } from "../../../../../background/adapters/chrome/probing/proxy-addresses.ts";
import { createIdentities } from "../../../../../background/adapters/chrome/probing/proxy-aliases.ts";
import { createMutex } from "../../../../../background/lib/mutex.ts";
import type { ProbeResponse } from "../../../../../background/ports/prober.ts";
import { ms } from "../../../../../src/model/units.ts";
import type { Answer } from "../../../../../src/pac/answer.ts";
import type { Command } from "../../../../../src/pac/command.ts";
import { laneOrigin } from "../../../../../src/pac/lane-origin.ts";
import { createLanes } from "../../../../../src/pac/lanes.ts";
import { proxyOf } from "../../../support/proxy.ts";

const ORIGIN = "https://www.gstatic.com:443";

/** The prober over the PAC's own lanes; `during` happens between the batch and the answer, as Chrome's resending does. */
function prober(options: {
  mayStand: boolean;
  /** The address of the test, as it is written. */
  url?: string;
  ready?: boolean;
  during?: (lanes: ReturnType<typeof createLanes>, send: number) => void;
  /** What comes of the nth request sent; an answer that took n ms when unset. */
  ends?: (send: number) => ProbeResponse | WarmAnswer;
  /** The address that the nth answer came from; none is told when unset. */
  ip?: (send: number) => string;
  /** Whether the proxy's name is found, and whether it is an HTTPS proxy. */
  name?: { found: boolean; secure: boolean };
  wantsFresh?: boolean;
  hasAlias?: boolean;
  /** How many tests are sent one after the other; the answer is the last one's. */
  tests?: number;
}) {
  const lanes = createLanes(() => 0);
  const context = "c";
  const bys: string[] = [];
  const urls: string[] = [];
  const serve = (command: Command): Answer => {
    if (command.kind === "name") return { context, kind: "name", ...(options.name ?? { found: true, secure: false }) };
    if (command.kind === "lane") bys.push(command.by);
    if (command.kind === "begin") lanes.begin(command.batch);
    if (command.kind === "lane") lanes.give(command.batch, command.origin, { leaf: command.leaf, by: command.by });
    if (command.kind === "laneless") return { context, kind: "laneless", count: lanes.laneless(command.origin) };
    const count = command.kind === "end" ? lanes.end(command.batch) : null;
    return count && command.kind === "end"
      ? { context, kind: "batch", batch: command.batch, count, laneless: lanes.lanelessBefore() }
      : { context, kind: "done" };
  };
  const channel: ControlChannel = {
    open: () => {},
    close: () => {},
    context,
    ready: options.ready ?? true,
    send: (command) => void serve(command),
    ask: async (command) => serve(command),
    owns: () => false,
    heard: () => {},
    failed: () => {},
  };
  const addresses = createProxyAddresses();
  addresses.use([
    proxyOf("a", { password: null, host: "192.0.2.1" }),
    proxyOf("b", { password: null, host: "192.0.2.2" }),
  ]);
  let sends = 0;
  const made = createLaneProber({
    channel,
    mutex: createMutex(),
    identities: createIdentities(),
    addresses,
    coldTimes: { mayStand: () => options.mayStand, wantsFresh: () => options.wantsFresh ?? false },
    hasAlias: () => options.hasAlias ?? true,
    leafOf: () => 0,
    clock: () => 100_000 + sends,
    sender: {
      async send({ url }, _, aborted) {
        const send = ++sends;
        urls.push(url);
        // Chrome asks the program for an address in its own writing.
        lanes.take(laneOrigin(new URL(url).href) ?? "");
        await new Promise((done) => setTimeout(done, 5));
        options.during?.(lanes, send);
        const end = options.ends?.(send) ?? { kind: "answer" as const, status: 204, body: "", took: ms(send) };
        if (end.kind === "warm") aborted();
        return { response: end, ip: options.ip?.(send) ?? null };
      },
    },
  });
  const signal = new AbortController().signal;
  const { url = "https://www.gstatic.com/generate_204" } = options;
  const sendAll = async () => {
    for (let i = 1; i < (options.tests ?? 1); i++) await made.send({ tag: "a", url, timeout: ms(1_000), signal });
    return made.send({ tag: "a", url, timeout: ms(1_000), signal });
  };
  const answer = sendAll();
  return { answer, sends: () => sends, bys, urls };
}

test("M1 · a test that Chrome sent again without its lane does not count: it is repeated", async () => {
  const { answer, sends } = prober({
    mayStand: true,
    during: (lanes, send) => void (send === 1 && lanes.take(ORIGIN)),
  });
  expect(await answer).toMatchObject({ kind: "answer", took: 2 });
  expect(sends()).toBe(2);
});

test("M1 · a test that is sent again each time ends without a result, never with another proxy's", async () => {
  const { answer } = prober({ mayStand: true, during: (lanes) => void lanes.take(ORIGIN) });
  expect(await answer).toEqual({ kind: "again" });
});

test("a user's request after the batch is no doubt where no connection can have stood", async () => {
  const { answer, sends } = prober({ mayStand: false, during: (lanes) => void lanes.take(ORIGIN) });
  expect(await answer).toMatchObject({ kind: "answer", took: 1 });
  expect(sends()).toBe(1);
});

test("B20 · without the channel nothing is sent at all", async () => {
  const { answer, sends } = prober({ mayStand: false, ready: false });
  expect(await answer).toEqual({ kind: "again" });
  expect(sends()).toBe(0);
});

test.each([
  ["without a path", "https://cp.cloudflare.com", "https://cp.cloudflare.com/"],
  ["in capitals", "HTTPS://CP.Cloudflare.com/x", "https://cp.cloudflare.com/x"],
  ["of an international name", "https://b\u00fccher.example/x", "https://xn--bcher-kva.example/x"],
  ["of an IPv6 address written out", "http://[2001:DB8:0:0:0:0:0:1]:80/x", "http://[2001:db8::1]/x"],
  ["with the dot of another host", "https://www.gstatic.com./x", "https://www.gstatic.com./x"],
])(
  "M1 · an address %s is sent as Chrome writes it: by that its lane, its times and its faults are found",
  async (_, url, written) => {
    const { answer, urls } = prober({ mayStand: true, url });
    expect(await answer).toMatchObject({ kind: "answer", took: 1 });
    expect(urls).toEqual([written]);
  },
);

const ANSWER: ProbeResponse = { kind: "answer", status: 204, body: "", took: ms(7) };
const WARM: WarmAnswer = { kind: "warm", status: 204, body: "", tookMs: 10 };

test("M1 · an answer by a connection nobody measured is taken again by the other identity", async () => {
  const { answer, bys } = prober({ mayStand: false, ends: (send) => (send === 1 ? WARM : ANSWER) });
  expect(await answer).toEqual(ANSWER);
  expect(bys).toEqual(["main", "other"]);
});

test("M1 · where both identities have such a connection the delay is estimated: a proxy that works does not stay failed", async () => {
  const { answer, sends } = prober({ mayStand: false, ends: () => WARM });
  expect(await answer).toEqual({ kind: "answer", status: 204, body: "", took: 40, standing: true, estimated: true });
  expect(sends()).toBe(2);
});

const REFUSED: ProbeResponse = { kind: "failed", error: { code: "refused" } };

test("M21 · behind a refusal of an HTTPS proxy one knocks: who answers is there, and does not speak TLS", async () => {
  const ends = (send: number): ProbeResponse =>
    send === 1 ? REFUSED : { kind: "failed", error: { code: "socks_refused" } };
  const { answer, bys } = prober({ mayStand: false, ends, name: { found: true, secure: true } });
  expect(await answer).toEqual({ kind: "failed", error: { code: "proxy_tls" } });
  expect(bys).toEqual(["main", "knock"]);
});

test("M21 · a proxy whose name is not found is not knocked at", async () => {
  const { answer, sends } = prober({ mayStand: false, ends: () => REFUSED, name: { found: false, secure: true } });
  expect(await answer).toEqual({ kind: "failed", error: { code: "name_not_resolved" } });
  expect(sends()).toBe(1);
});

test("M1 · an answer from the proxy's own address counts, though pages keep asking the tested host", async () => {
  const { answer, sends } = prober({
    mayStand: true,
    during: (lanes) => void lanes.take(ORIGIN),
    ip: () => "192.0.2.1",
  });
  expect(await answer).toMatchObject({ kind: "answer", took: 1 });
  expect(sends()).toBe(1);
});

test("M1 · an answer from another address never counts, whatever the counters say", async () => {
  const { answer, sends } = prober({ mayStand: false, ip: (send) => (send === 1 ? "192.0.2.2" : "192.0.2.1") });
  expect(await answer).toMatchObject({ kind: "answer", took: 2 });
  expect(sends()).toBe(2);
});

test("M1 · after a connection was lost none stands: a failure counts though pages ask the tested host", async () => {
  const { answer, sends } = prober({
    mayStand: true,
    during: (lanes) => void lanes.take(ORIGIN),
    ends: () => ({ kind: "failed", error: { code: "reset" } }),
  });
  expect(await answer).toEqual({ kind: "failed", error: { code: "reset" } });
  expect(sends()).toBe(2);
});

describe("M27 · a test that wants a fresh connection", () => {
  const works = { mayStand: false, wantsFresh: true } as const;
  const told = { kind: "answer" as const, status: 204, body: "" };

  test("goes by the name whose connection does not stand, then by the one that was used last: the other comes to its end", async () => {
    const { answer, bys } = prober({ ...works, tests: 4 });
    await answer;
    expect(bys).toEqual(["main", "other", "other", "other"]);
  });

  test("goes by the usual name where the proxy has no other, or none is wanted", async () => {
    for (const none of [{ hasAlias: false }, { wantsFresh: false }]) {
      const { answer, bys } = prober({ ...works, tests: 2, ...none });
      await answer;
      expect(bys).toEqual(["main", "main"]);
    }
  });

  test("what fails by the other name is tried by the usual one: the name may be at fault", async () => {
    const { answer, bys } = prober({
      ...works,
      tests: 2,
      ends: (send) => (send === 2 ? { kind: "failed", error: { code: "unreachable" } } : { ...told, took: ms(send) }),
    });
    expect(await answer).toMatchObject({ kind: "answer", took: 3 });
    expect(bys).toEqual(["main", "other", "main"]);
  });

  test("an estimated answer is tried once more, by the other connection, and counts where that is one too", async () => {
    const estimated = (send: number) => ({ ...told, took: ms(send), standing: true, estimated: true }) as const;
    const { answer, bys } = prober({ ...works, ends: estimated });
    expect(await answer).toMatchObject({ kind: "answer", took: 2, estimated: true });
    expect(bys).toEqual(["main", "other"]);
    const second = prober({ ...works, tests: 2, ends: estimated });
    expect(await second.answer).toMatchObject({ took: 3, estimated: true });
    expect(second.bys, "once both are known to stand none is tried in vain").toEqual(["main", "other", "other"]);
  });
});
