import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { get } from "./client.ts";
import { createLab, type Lab } from "./lab.ts";
import type { Behaviour, Fault, ProxyKind, Stage } from "./proxy/behaviour.ts";

const KINDS: readonly ProxyKind[] = ["http", "https", "socks4", "socks5"];
const HTTPS = "https://www.example.com/via";
const LARGE = "https://www.example.com/download?bytes=200000";

/** For what ends by itself, however busy the machine is; and for what never does. */
const ENOUGH_MS = 60_000;
const HANGS_MS = 150;

let lab: Lab;
beforeAll(async () => {
  lab = await createLab({ proxies: KINDS.map((kind, index) => ({ name: kind, kind, exit: index + 1 })) });
});
afterEach(() => lab.restore());
afterAll(() => lab.close());

/** How a request through a proxy with this behaviour ends: `200`, `timeout`, `closed`, `refused 502`, ECONNREFUSED … */
async function outcome(
  kind: ProxyKind,
  change: Partial<Behaviour>,
  address = HTTPS,
  timeoutMs = ENOUGH_MS,
): Promise<string> {
  const proxy = lab.proxy(kind);
  proxy.set(change);
  try {
    return String((await get(lab, proxy, address, { timeoutMs })).status);
  } catch (error) {
    return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : String(error);
  }
}

describe.each(KINDS)("%s", (kind) => {
  const STAGES: readonly Stage[] = ["accept", "connect", "tunnel", "headers", "body"];
  const ENDS = /^(closed|ECONNRESET|EPIPE|Client network socket disconnected.*)$/;

  test.each(STAGES)("hangs at %s", async (at) => {
    expect(await outcome(kind, { fault: { kind: "hang", at } }, LARGE, HANGS_MS)).toBe("timeout");
  });
  test.each(STAGES)("drops at %s", async (at) => {
    expect(await outcome(kind, { fault: { kind: "drop", at } }, LARGE)).toMatch(ENDS);
  });
  test.each(STAGES)("resets at %s", async (at) => {
    expect(await outcome(kind, { fault: { kind: "reset", at } }, LARGE)).toMatch(ENDS);
  });
  test("answers with garbage", async () => {
    expect(await outcome(kind, { fault: { kind: "garbage" } })).not.toBe("200");
  });
  test("answers with garbage in a tunnel that stands", async () => {
    expect(await outcome(kind, { fault: { kind: "garbage", at: "tunnel" } })).toMatch(
      /wrong version|packet length|SSL/i,
    );
  });
  test("is another kind of proxy than it was taken for", async () => {
    const as = KINDS[(KINDS.indexOf(kind) + 1) % KINDS.length] ?? "http";
    expect(await outcome(kind, { fault: { kind: "speaks", as } }, HTTPS, HANGS_MS)).not.toBe("200");
    const really = { ...lab.proxy(kind), kind: as, address: lab.proxy(kind).address, port: lab.proxy(kind).port };
    expect((await get(lab, really, HTTPS)).status).toBe(200);
  });
  test("reads what is encrypted, under a certificate nobody trusts, and no site sees it", async () => {
    expect(await outcome(kind, { fault: { kind: "intercept" } })).toMatch(/SELF_SIGNED/);
    expect(lab.requests()).toEqual([]);
  });
  test("shows a captive page to who asks for anything, and no site sees it", async () => {
    lab.proxy(kind).set({ fault: { kind: "captive" } });
    const answer = await get(lab, lab.proxy(kind), "https://www.gstatic.com/generate_204");
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining("Accept the terms") });
    expect(lab.requests()).toEqual([]);
  });
  test("waits its delay, more or less by its jitter", async () => {
    lab.proxy(kind).set({ delayMs: 120, jitterMs: 40 });
    const startedAt = performance.now();
    await get(lab, lab.proxy(kind), HTTPS);
    const took = performance.now() - startedAt;
    expect(took).toBeGreaterThan(75);
    expect(took).toBeLessThan(1_000);
  });
  test("is throttled", async () => {
    lab.proxy(kind).set({ bytesPerSecond: 400_000 });
    const startedAt = performance.now();
    await get(lab, lab.proxy(kind), LARGE);
    const took = performance.now() - startedAt;
    expect(took).toBeGreaterThan(450);
    expect(took).toBeLessThan(2_500);
  });
  test("in silence answers neither new connections nor those that stand, until they are cut", async () => {
    const proxy = lab.proxy(kind);
    const standing = get(lab, proxy, "https://www.example.com/drip?n=1000&ms=20", { timeoutMs: ENOUGH_MS });
    const end = expect(standing).rejects.toThrow(ENDS);
    await expect.poll(() => lab.requests().length).toBe(1);
    expect(await outcome(kind, { fault: { kind: "silence" } }, HTTPS, HANGS_MS)).toBe("timeout");
    const before = proxy.bytes;
    await new Promise((done) => setTimeout(done, HANGS_MS));
    expect(proxy.bytes).toBe(before);
    expect(proxy.open).toBeGreaterThan(0);
    proxy.set({ fault: null });
    proxy.cut(true);
    await end;
    expect(await outcome(kind, {})).toBe("200");
  });
  test("is refused while stopped, and back on the same port", async () => {
    const { port } = lab.proxy(kind);
    await lab.proxy(kind).stop();
    expect(await outcome(kind, {})).toBe("ECONNREFUSED");
    await lab.proxy(kind).start();
    expect(await outcome(kind, {})).toBe("200");
    expect(lab.proxy(kind).port).toBe(port);
  });
  test("cuts a connection in the middle", async () => {
    const running = get(lab, lab.proxy(kind), "https://www.example.com/drip?n=100&ms=50");
    const end = expect(running).rejects.toThrow(ENDS);
    await expect.poll(() => lab.requests().length).toBe(1);
    lab.proxy(kind).cut();
    await end;
    await expect.poll(() => lab.proxy(kind).open).toBe(0);
  });
  test("reaches no site of a name that leads nowhere, and IPv6-only ones as told", async () => {
    expect(await outcome(kind, {}, "https://closed.test/")).toMatch(/^refused/);
    expect(await outcome(kind, {}, "https://ipv6.google.com/generate_204")).toBe("204");
    expect(await outcome(kind, { ipv6: false }, "https://ipv6.google.com/generate_204")).toMatch(/^refused/);
  });
});

const REFUSALS: readonly (readonly [ProxyKind, Fault, string, string])[] = [
  ["http", { kind: "status", status: 403 }, HTTPS, "refused 403"],
  ["http", { kind: "status", status: 502 }, "http://www.example.com/via", "502"],
  ["https", { kind: "status", status: 503 }, HTTPS, "refused 503"],
  ["http", { kind: "challenge", scheme: "Kerberos" }, HTTPS, "refused 407"],
  ["socks5", { kind: "status", status: 502 }, HTTPS, "refused 1"],
  ["socks5", { kind: "status", status: 502, reply: 5 }, HTTPS, "refused 5"],
  ["socks4", { kind: "status", status: 502 }, HTTPS, "refused 91"],
  ["socks4", { kind: "status", status: 502, reply: 93 }, HTTPS, "refused 93"],
];
test.each(REFUSALS)("%s, told %j, refuses %s: %s", async (kind, fault, address, expected) => {
  expect(await outcome(kind, { fault }, address)).toBe(expected);
});

const ACCOUNT = { username: "someone", password: "right" };
const WRONG = { username: "someone", password: "wrong" };
test.each([
  ["http", HTTPS, "refused 407"],
  ["http", "http://www.example.com/via", "407"],
  ["https", HTTPS, "refused 407"],
  ["socks5", HTTPS, "refused login"],
] as const)("%s lets only its account in to %s", async (kind, address, expected) => {
  expect(await outcome(kind, { account: ACCOUNT }, address)).toBe(expected);
  const wrong = get(lab, lab.proxy(kind), address, { account: WRONG }).then(
    ({ status }) => String(status),
    (error: Error) => error.message,
  );
  expect(await wrong).toBe(expected);
  expect((await get(lab, lab.proxy(kind), address, { account: ACCOUNT })).status).toBe(200);
});

test.each(["http", "https"] as const)("%s, told to, answers a wrong account by 401 as tinyproxy does", async (kind) => {
  lab.proxy(kind).set({ account: ACCOUNT, wrongAccount: 401 });
  const plain = "http://www.example.com/via";
  const said = (address: string, account?: typeof ACCOUNT): Promise<string> =>
    get(lab, lab.proxy(kind), address, account ? { account } : {}).then(
      ({ status }) => String(status),
      (error: Error) => error.message,
    );
  expect([await said(HTTPS, WRONG), await said(plain, WRONG)]).toEqual(["refused 401", "401"]);
  expect([await said(HTTPS), await said(plain)]).toEqual(["refused 407", "407"]);
  expect([await said(HTTPS, ACCOUNT), await said(plain, ACCOUNT)]).toEqual(["200", "200"]);
});

test("https shows a certificate nobody trusts, or one that is over, when told, and a good one again", async () => {
  expect(await outcome("https", { certificate: "bad" })).toMatch(/SELF_SIGNED|UNABLE_TO/);
  expect(await outcome("https", { certificate: "expired" })).toBe("CERT_HAS_EXPIRED");
  expect(await outcome("https", { certificate: "good" })).toBe("200");
});

test.each(["hang", "drop"] as const)("plain http: %s at headers and in the body", async (kind) => {
  const address = "http://www.example.com/download?bytes=100000";
  const [expected, patience] = kind === "hang" ? ["timeout", HANGS_MS] : ["closed", ENOUGH_MS];
  expect(await outcome("http", { fault: { kind, at: "headers" } }, address, patience)).toBe(expected);
  expect(await outcome("http", { fault: { kind, at: "body" } }, address, patience)).toBe(expected);
});

test("plain http: a connection that stands falls silent", async () => {
  const proxy = lab.proxy("http");
  const address = "http://www.example.com/drip?n=1000&ms=20";
  const standing = get(lab, proxy, address, { timeoutMs: ENOUGH_MS });
  const end = expect(standing).rejects.toThrow("closed");
  await expect.poll(() => lab.requests().length).toBe(1);
  expect(await outcome("http", { fault: { kind: "silence" } }, address, HANGS_MS)).toBe("timeout");
  const before = proxy.bytes;
  await new Promise((done) => setTimeout(done, HANGS_MS));
  expect(proxy.bytes).toBe(before);
  proxy.cut(true);
  await end;
});

test("a proxy listens on the port that was named for it", async () => {
  const [free] = lab.proxies;
  const port = free?.port ?? 0;
  await free?.stop();
  const other = await createLab({ proxies: [{ name: "named", kind: "http", exit: 1, address: 9, port }] });
  expect(other.proxy("named").port).toBe(port);
  await other.close();
});

test("a fault holds for a tunnel that stands already", async () => {
  const running = get(lab, lab.proxy("http"), "https://www.example.com/drip?n=3000&ms=20&bytes=2000", {
    timeoutMs: ENOUGH_MS,
  });
  const end = expect(running).rejects.toThrow("closed");
  await expect.poll(() => lab.requests().length).toBe(1);
  lab.proxy("http").set({ fault: { kind: "drop", at: "body" } });
  await end;
});

test("closing a lab ends what hangs in it, and its ports are free", async () => {
  const other = await createLab({
    proxies: [{ name: "p", kind: "http", exit: 1, fault: { kind: "hang", at: "accept" } }],
  });
  const { address, port } = other.proxy("p");
  const hanging = expect(get(other, other.proxy("p"), HTTPS)).rejects.toThrow();
  await expect.poll(() => other.proxy("p").open).toBe(1);
  await other.close();
  await hanging;
  const refused = await new Promise<string>((done) => {
    connect({ host: address, port }).once("error", (error: NodeJS.ErrnoException) => done(error.code ?? ""));
  });
  expect(refused).toBe("ECONNREFUSED");
});
