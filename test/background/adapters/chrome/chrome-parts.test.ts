import { describe, expect, test } from "vitest";
import { blames, codeOf } from "../../../../background/adapters/chrome/net-errors.ts";
import { leavesOf } from "../../../../background/adapters/chrome/pac/pac-proxies.ts";
import {
  type ColdTimes,
  createColdTimes,
  type Measured,
  measuredOf,
} from "../../../../background/adapters/chrome/probing/cold-time.ts";
import { createIdentities } from "../../../../background/adapters/chrome/probing/proxy-aliases.ts";
import { createRequestTimings, type Timing } from "../../../../background/adapters/chrome/probing/request-timings.ts";
import { proxyOf } from "../../support/proxy.ts";

describe("what Chrome's errors mean", () => {
  test.each([
    ["net::ERR_PROXY_CONNECTION_FAILED", "refused"],
    ["net::ERR_TUNNEL_CONNECTION_FAILED", "tunnel_refused"],
    ["net::ERR_SOCKS_CONNECTION_FAILED", "socks_refused"],
    ["net::ERR_ADDRESS_UNREACHABLE", "socks_refused"],
    ["net::ERR_NAME_NOT_RESOLVED", "site_name_not_resolved"],
    ["net::ERR_CERT_AUTHORITY_INVALID", "certificate"],
    ["net::ERR_PROXY_CERTIFICATE_INVALID", "proxy_certificate"],
    ["net::ERR_SSL_PROTOCOL_ERROR", "tls"],
    ["net::ERR_EMPTY_RESPONSE", "closed"],
    ["net::ERR_INTERNET_DISCONNECTED", "offline"],
    ["net::ERR_SOMETHING_NEW", "unknown"],
    ["net::ERR_ABORTED", null],
    ["net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED", null],
  ])("M21 · %s is %s", (error, code) => expect(codeOf(error)).toBe(code));

  test.each([
    ["net::ERR_PROXY_CONNECTION_FAILED", true],
    ["net::ERR_TIMED_OUT", true],
    ["net::ERR_EMPTY_RESPONSE", true],
    ["net::ERR_ABORTED", false],
    ["net::ERR_BLOCKED_BY_CLIENT", false],
    ["net::ERR_CACHE_MISS", false],
    ["net::ERR_CERT_DATE_INVALID", false],
    ["net::ERR_INTERNET_DISCONNECTED", false],
    ["net::ERR_SOMETHING_NEW", false],
  ])("B7 · %s of a user's request has its member tested: %s", (error, tested) => {
    expect(blames(error) !== null).toBe(tested);
  });
});

/** What a test in the first minute came to, in ms. */
const coldBy = (times: ColdTimes, tag: string, origin: string, measured: Measured): number | null =>
  times.cold({ tag, origin, at: 0, phasesForMs: 60_000 }, measured)?.tookMs ?? null;

describe("fresh or reused (M1)", () => {
  test("a reused connection gets the phases measured last for that member and origin", () => {
    const times = createColdTimes();
    expect(coldBy(times, "a", "o", { tookMs: 130, reused: false, connectMs: 120 })).toBe(130);
    expect(coldBy(times, "a", "o", { tookMs: 8, reused: true, connectMs: 0 })).toBe(128);
    expect(coldBy(times, "b", "o", { tookMs: 8, reused: true, connectMs: 0 })).toBeNull();
    expect(coldBy(times, "a", "other", { tookMs: 8, reused: true, connectMs: 0 })).toBeNull();
  });

  test("what was measured survives a stopped worker", () => {
    const times = createColdTimes();
    coldBy(times, "a", "o", { tookMs: 130, reused: false, connectMs: 120 });
    const next = createColdTimes();
    next.load(times.save());
    expect(coldBy(next, "a", "o", { tookMs: 10, reused: true, connectMs: 0 })).toBe(130);
  });
});

describe("M27 · connection phases that may not hold any more", () => {
  const STANDING: Measured = { tookMs: 8, reused: true, connectMs: 0 };
  const FRESH: Measured = { tookMs: 130, reused: false, connectMs: 120 };
  const at = (moment: number) => ({ tag: "a", origin: "o", at: moment, phasesForMs: 60_000 });
  function measured() {
    const times = createColdTimes();
    times.cold(at(1_000), FRESH);
    return times;
  }

  test("they hold for a minute, or for as long as the test says", () => {
    expect(measured().cold(at(61_000), STANDING)).toEqual({ tookMs: 128, estimated: false });
    expect(measured().cold(at(61_001), STANDING)).toEqual({ tookMs: 128, estimated: true });
    expect(measured().cold({ ...at(21_001), phasesForMs: 20_000 }, STANDING)).toEqual({ tookMs: 128, estimated: true });
  });

  test("a test after one that added them wants a fresh connection, which ends that", () => {
    const times = measured();
    expect(times.wantsFresh(at(2_000))).toBe(false);
    times.cold(at(2_000), STANDING);
    expect(times.wantsFresh(at(3_000))).toBe(true);
    expect(times.cold(at(3_000), STANDING)).toMatchObject({ estimated: true });
    times.cold(at(4_000), { ...FRESH, connectMs: 2_500 });
    expect(times.wantsFresh(at(5_000))).toBe(false);
    expect(times.cold(at(5_000), STANDING)).toEqual({ tookMs: 2_508, estimated: false });
  });

  test("a clock that was set back leaves their age open, and a stopped worker finds them again", () => {
    const times = measured();
    expect(times.wantsFresh(at(999))).toBe(true);
    const woken = createColdTimes();
    woken.load(JSON.parse(JSON.stringify(times.save())));
    expect([woken.wantsFresh(at(61_000)), woken.wantsFresh(at(61_001))]).toEqual([false, true]);
  });

  test("the server's name with a dot at its end is the same server", () => {
    const times = createColdTimes();
    times.cold({ ...at(1_000), origin: "https://check.example:443" }, FRESH);
    expect(times.cold({ ...at(2_000), origin: "https://check.example.:443" }, STANDING)?.tookMs).toBe(128);
    expect(times.cold({ ...at(2_000), origin: "https://check.example:8443" }, STANDING)).toBeNull();
  });

  test("where none are known nothing is wanted: the next connection is measured", () => {
    expect(createColdTimes().wantsFresh(at(1))).toBe(false);
  });
});

describe("times of requests of our own", () => {
  const timing = (name: string, connectMs: number): Timing => ({
    name,
    startTime: 10,
    connectStart: 20,
    connectEnd: 20 + connectMs,
    responseStart: 130,
  });
  function begin() {
    let hear: (entries: readonly Timing[]) => void = () => {};
    const timings = createRequestTimings((take) => {
      hear = take;
    });
    return { timings, hear: (...entries: Timing[]) => hear(entries) };
  }

  test("M1 · each is told its own, whatever the number of entries, and whether it comes before or after it is asked for", async () => {
    const { timings, hear } = begin();
    const first = timings.watch("https://t.test/#1");
    const second = timings.watch("https://t.test/#2");
    for (let i = 0; i < 20_000; i++) hear(timing(`http://other.invalid/${i}`, 1));
    hear(timing("https://t.test/#1", 100));
    const later = second.times();
    hear(timing("https://t.test/#2", 0));
    expect(measuredOf(await first.times(), 999)).toEqual({ tookMs: 120, reused: false, connectMs: 100 });
    expect(measuredOf(await later, 999)).toEqual({ tookMs: 120, reused: true, connectMs: 0 });
  });

  test("M1 · a request whose times are not told has its own time, and nothing is learnt of its connection", async () => {
    const { timings } = begin();
    const watched = timings.watch("https://t.test/");
    const measured = measuredOf(await watched.times(), 140);
    expect(measured).toEqual({ tookMs: 140, reused: false, connectMs: null });
    const times = createColdTimes();
    coldBy(times, "a", "o", { tookMs: 130, reused: false, connectMs: 120 });
    expect(coldBy(times, "a", "o", measured)).toBe(140);
    expect(coldBy(times, "a", "o", { tookMs: 8, reused: true, connectMs: 0 })).toBe(128);
  });
});

describe("another proxy that takes a tag", () => {
  const here = proxyOf("a", { password: null });
  const there = proxyOf("a", { password: null, host: "other.example" });

  test("its connections are measured anew, and what was measured of one that left is not kept", () => {
    const times = createColdTimes();
    times.use([here]);
    coldBy(times, "a", "o", { tookMs: 130, reused: false, connectMs: 120 });
    const woken = createColdTimes();
    woken.load(times.save());
    woken.use([here]);
    expect(coldBy(woken, "a", "o", { tookMs: 8, reused: true, connectMs: 0 })).toBe(128);
    woken.use([there]);
    expect(woken.mayStand("a", "o")).toBe(false);
    expect(coldBy(woken, "a", "o", { tookMs: 8, reused: true, connectMs: 0 })).toBeNull();
    expect(woken.save()).toEqual([]);
  });
});

describe("an aborted connect lives on for 30 s", () => {
  test("a retest in that time uses the other identity, then the one given up longer ago, then the usual one again", () => {
    const names = createIdentities();
    expect(names.other("k", 0)).toBe(false);
    names.aborted("k", false, 100_000);
    expect(names.other("k", 101_000)).toBe(true);
    expect(names.other("another", 101_000)).toBe(false);
    names.aborted("k", true, 105_000);
    expect(names.other("k", 106_000)).toBe(false);
    expect(names.other("k", 130_000)).toBe(false);
  });

  test("a woken worker knows nothing of what it had under way: every proxy changes its identity, each time", () => {
    const first = createIdentities();
    first.woken({ main: 0, second: 0 }, 1_000_000);
    expect(first.other("k", 1_000_001)).toBe(true);
    const second = createIdentities();
    second.woken(first.save(), 1_010_000);
    expect(second.other("k", 1_010_001)).toBe(false);
    const third = createIdentities();
    third.woken(second.save(), 1_020_000);
    expect(third.other("k", 1_020_001)).toBe(true);
  });
});

describe("what the PAC may name", () => {
  test("an address that cannot be written safely is left out, and no account gets into a leaf", () => {
    const leaves = leavesOf([
      proxyOf("bad", { password: null, host: "a b" }),
      proxyOf("a", { password: "secret", host: "192.0.2.1", port: 80 }),
    ]);
    expect(leaves).toEqual([{ tag: "a", main: "PROXY 192.0.2.1:80", other: "PROXY [::ffff:192.0.2.1]:80" }]);
  });
});
