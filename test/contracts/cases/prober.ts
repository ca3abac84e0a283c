import { expect, test } from "vitest";
import type { ProbeResponse } from "../../../background/ports/prober.ts";
import { ms } from "../../../src/model/units.ts";
import type { AskedProbe, Call } from "../host/calls.ts";
import type { ContractWorld } from "../support/contract-world.ts";
import { MEMBERS, TAGS } from "../support/proxies.ts";
import { nextRevision, one, routingFor } from "../support/routing.ts";

export const probe = (
  tag: string,
  url: string,
  more: Partial<AskedProbe> = {},
): Extract<Call, readonly ["send", unknown]> => [
  "send",
  { tag, url, timeout: ms(10_000), abortAfterMs: null, ...more },
];

const answerOf = (response: ProbeResponse | undefined) => {
  if (response?.kind !== "answer") throw new Error(`expected an answer, got ${JSON.stringify(response)}`);
  return response;
};

export function proberCases(world: () => ContractWorld): void {
  const exit = (tag: string): string => world().lab.proxy(tag).exit.address;

  async function eachByItsOwn(url: string): Promise<void> {
    const { call, lab } = world();
    const answers = await call(...TAGS.map((tag) => probe(tag, url)));
    for (const [i, { name, delayMs = 0 }] of MEMBERS.entries()) {
      const { status, body, took } = answerOf(answers[i]);
      expect([status, JSON.parse(body).via], `${name} ${url}`).toEqual([200, exit(name)]);
      expect(took, `${name} ${url}`).toBeGreaterThanOrEqual(delayMs - 1);
    }
    // The sites' own word: each exit carried a test of this address.
    const { hostname: host, protocol } = new URL(url);
    const seen = lab.requests({ host, scheme: protocol === "https:" ? "https" : "http" });
    expect([...new Set(seen.map(({ via }) => via))].sort()).toEqual(TAGS.map(exit).sort());
  }

  test("many tests of one host at once come each by their own proxy, while pages go by the routing", async () => {
    const { lab, call, visit } = world();
    await call(["take", routingFor(lab, { final: "now", plans: one(2) })]);
    lab.clear();
    let testing = true;
    const pages = (async () => {
      for (let i = 0; testing; i++) await visit(`https://busy${i}.example/page?n=10&host=i%25i.busy${i}.example`);
    })();
    try {
      for (const url of [
        "https://tested.example/via",
        "http://tested.example/via",
        "https://tested.example/via",
        "http://B\u00fccher.example:80/via",
      ])
        await eachByItsOwn(url);
    } finally {
      testing = false;
      await pages;
    }
    const loaded = lab.requests({ host: /busy\d+\.example$/ });
    expect(loaded.length).toBeGreaterThan(20);
    expect(new Set(loaded.map(({ via }) => via))).toEqual(new Set([exit("m2")]));
  });

  test("tests asked for between changes of the routing count only where their own proxy carried them", async () => {
    const { lab, call } = world();
    const routing = routingFor(lab, { final: "now", plans: one(1) });
    const tests = (host: string) => TAGS.slice(0, 12).map((tag) => probe(tag, `https://${host}.example/via`));
    const said = await call(
      ...tests("first"),
      ["take", routing],
      ...tests("second"),
      ["update", { ...routing.plans, ...one(2) }, nextRevision()],
      ...tests("third"),
      ["take", routingFor(lab)],
    );
    const answers = said.filter((one) => one !== null);
    expect(answers).toHaveLength(36);
    let counted = 0;
    for (const [i, answer] of answers.entries()) {
      if (answer.kind === "again") continue;
      expect(JSON.parse(answerOf(answer).body).via).toBe(exit(TAGS[i % 12] ?? ""));
      counted++;
    }
    expect(counted).toBeGreaterThan(0);
  });

  test("a test carries no cookie and no referrer, follows no redirect, and gives at most 64 Ki characters", async () => {
    const { call, lab, visit, inTab } = world();
    await call(["take", routingFor(lab)]);
    await visit("https://cookies.example/via");
    await inTab((name) => cookieStore.set({ name, value: "1", sameSite: "none" }), "mine");
    await visit("https://cookies.example/via?mine");
    expect(lab.requests({ path: "/via?mine" })[0]?.headers.cookie).toBe("mine=1"); // the control
    lab.clear();
    const [plain, moved, large] = await call(
      probe("m0", "https://cookies.example/via"),
      probe("m1", "https://cookies.example/redirect?to=/via?followed"),
      probe("m2", "https://cookies.example/download?bytes=100000"),
    );
    const { headers } = JSON.parse(answerOf(plain).body);
    expect([headers.cookie, headers.referer]).toEqual([undefined, undefined]);
    expect(answerOf(moved).status).toBe(0);
    expect(
      lab.requests({ path: /followed/, host: "cookies.example" }).filter(({ path }) => path.startsWith("/via")),
    ).toEqual([]);
    expect(answerOf(large).body).toHaveLength(65_536);
  });

  test("M1 · a proxy that stops in the middle of an answer's body has failed when the time is over", async () => {
    const { call, lab } = world();
    await call(["take", routingFor(lab)]);
    const proxy = lab.proxy("m6");
    proxy.set({ fault: { kind: "hang", at: "body" } });
    try {
      const long = probe("m6", "https://half.example/download?bytes=300000", { timeout: ms(1_500) });
      expect(await call(long)).toEqual([{ kind: "failed", error: { code: "timeout" } }]);
      expect(lab.requests({ host: "half.example" })).toHaveLength(1); // it came as far as the answer
    } finally {
      proxy.set({ fault: null });
    }
  });

  test("a download keeps as much as it asks for, and says when there was more; it alone may go by no proxy", async () => {
    const { call, lab } = world();
    await call(["take", routingFor(lab)]);
    const [whole, cut, tested, direct] = await call(
      probe("m0", "https://whole.example/download?bytes=300000", { most: 300_000 }),
      probe("m1", "https://cut.example/download?bytes=300000", { most: 299_999 }),
      probe("direct", "https://tested-directly.example/via"),
      probe("direct", "https://direct.example/via", { most: 1_000 }),
    );
    expect([answerOf(whole).body.length, answerOf(whole).cut]).toEqual([300_000, undefined]);
    expect([answerOf(cut).body.length, answerOf(cut).cut]).toEqual([299_999, true]);
    expect([tested, lab.requests({ host: "tested-directly.example" })]).toEqual([{ kind: "again" }, []]);
    expect(JSON.parse(answerOf(direct).body).via).toBe("direct");
    expect(lab.requests({ via: "direct" }).map(({ host }) => host)).toEqual(["direct.example"]);
  });

  test("a test is no traffic of the user, and does not count as what an origin's requests went by", async () => {
    const { call, told } = world();
    await call(["take", routingFor(world().lab)]);
    const traffic = async () => (await told()).filter(({ event }) => event === "traffic").length;
    const before = await traffic();
    const [answer] = await call(probe("m5", "https://only-tested.example/via"));
    expect(JSON.parse(answerOf(answer).body).via).toBe(exit("m5"));
    expect(await traffic()).toBe(before);
    expect(await call(["assigned", "https://only-tested.example:443"])).toEqual([null]);
  });

  test("nothing is sent for a proxy that the routing does not name, and nothing is concluded", async () => {
    const { call, lab } = world();
    expect(await call(probe("nobody", "https://nobody.example/via"))).toEqual([{ kind: "again" }]);
    expect(lab.requests({ host: "nobody.example" })).toEqual([]);
  });

  test.each(["block", "release"] as const)("after a %s a test goes nowhere, and nothing is concluded", async (what) => {
    const { call, lab, met } = world();
    await call(what === "block" ? ["block", "no-config"] : ["release"]);
    const url = `https://${what}ed.example/via`;
    expect(await call(probe("m0", url))).toEqual([{ kind: "again" }]);
    expect(lab.requests({ host: new URL(url).hostname })).toEqual([]);
    expect(met(new URL(url).hostname)).toEqual([]);
  });
}
