import { expect, test } from "vitest";
import type { ProbeErrorCode } from "../../../src/model/probe-error.ts";
import { ms } from "../../../src/model/units.ts";
import { until } from "../../e2e/support/until.ts";
import type { Behaviour } from "../../lab/proxy/behaviour.ts";
import type { ContractWorld } from "../support/contract-world.ts";
import { routingFor } from "../support/routing.ts";
import { probe } from "./prober.ts";

export function failureCases(world: () => ContractWorld): void {
  const failed = async () => (await world().told()).filter(({ event }) => event === "connectionFailed");

  test("B7 · a user's request that a proxy fails to open names the proxy and the reason; a site's own fault names nobody", async () => {
    const { call, lab, visit } = world();
    const rules = [
      { domain_suffix: ["stopped.example"], outbound: "stopped" },
      { domain_suffix: ["faulty.example"], outbound: "faulty" },
    ];
    await call(["take", routingFor(lab, { rules, final: "m0" })]);
    await lab.proxy("stopped").stop();
    lab.proxy("faulty").set({ fault: { kind: "reset", at: "connect" } });
    const before = (await failed()).length;
    await visit("https://shop.untrusted.test/via");
    expect(await visit("https://www.stopped.example/via")).toEqual([]);
    await until("the first blame", async () => (await failed()).length > before);
    expect(await visit("http://www.faulty.example/via")).toEqual([]);
    await until("the second blame", async () => JSON.stringify(await failed()).includes('"faulty"'));
    const named = new Set((await failed()).slice(before).map((one) => JSON.stringify(one)));
    expect([...named].map((one) => JSON.parse(one))).toEqual([
      { event: "connectionFailed", tag: "stopped", code: "refused" },
      { event: "connectionFailed", tag: "faulty", code: "reset" },
    ]);
    await lab.proxy("stopped").start();
    await lab.proxy("faulty").restore();
    expect(await visit("https://again.stopped.example/via")).toEqual([lab.proxy("stopped").exit.address]);
  });

  const REASONS: readonly [string, string, Behaviour["fault"], { code: ProbeErrorCode; status?: number }][] = [
    ["resets", "faulty", { kind: "reset", at: "connect" }, { code: "reset" }],
    ["hangs", "faulty", { kind: "hang", at: "tunnel" }, { code: "timeout" }],
    ["refuses the tunnel", "faulty", { kind: "status", status: 503 }, { code: "tunnel_refused", status: 503 }],
    ["asks for what no browser has", "faulty", { kind: "challenge", scheme: "Strange" }, { code: "login_unsupported" }],
    ["refuses by SOCKS", "faulty-socks", { kind: "status", status: 403 }, { code: "socks_refused" }],
  ];

  test.each(REASONS)(
    "M21 · a test through a proxy that %s fails with its reason (%s)",
    async (_, tag, fault, error) => {
      const { call, lab } = world();
      // A host of its own: one that has worked is asked by its name with a dot, whose failure may be the dot's.
      const host = `${error.code.replace(/_/g, "-")}.reasons.example`;
      await call(["take", routingFor(lab)]);
      lab.proxy(tag).set({ fault });
      lab.proxy(tag).cut();
      lab.clear();
      const before = (await failed()).length;
      const answers = await call(probe(tag, `https://${host}/via`, { timeout: ms(1_000) }));
      expect(answers).toMatchObject([{ kind: "failed", error }]);
      expect(lab.requests({ host })).toEqual([]);
      expect(await failed()).toHaveLength(before);
      await lab.proxy(tag).restore();
      const [mended] = await call(probe(tag, `https://${host}/via`));
      expect(mended).toMatchObject({ kind: "answer", status: 200 });
      expect(lab.requests({ host }).map(({ via }) => via)).toContain(lab.proxy(tag).exit.address);
    },
  );

  test("M21 · a test through a proxy that is not there fails as refused", async () => {
    const { call, lab } = world();
    await lab.proxy("stopped").stop();
    const answers = await call(probe("stopped", "https://reasons.example/via"));
    expect(answers).toMatchObject([{ kind: "failed", error: { code: "refused" } }]);
    await lab.proxy("stopped").start();
  });

  test("a test that is given up is `again`, before its start and under way; the next one has an answer of its own", async () => {
    const { call, lab } = world();
    const proxy = lab.proxy("given-up");
    const url = "https://given-up.example/via";
    proxy.set({ fault: { kind: "hang", at: "connect" } });
    const [early, late, other] = await call(
      probe("given-up", url, { abortAfterMs: 0 }),
      probe("given-up", url, { abortAfterMs: 200 }),
      probe("m0", url),
    );
    expect([early, late]).toEqual([{ kind: "again" }, { kind: "again" }]);
    expect(other).toMatchObject({ kind: "answer", status: 200 });
    proxy.set({ fault: null });
    const [next] = await call(probe("given-up", url));
    expect(next?.kind === "answer" && JSON.parse(next.body).via).toBe(proxy.exit.address);
  });
}
