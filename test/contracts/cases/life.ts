import { expect, test } from "vitest";
import type { Plans } from "../../../src/model/plan.ts";
import type { Told } from "../host/calls.ts";
import type { ContractWorld } from "../support/contract-world.ts";
import { createDecider, nextRevision, one, originOf, routingFor, turns } from "../support/routing.ts";
import { probe } from "./prober.ts";

export const lastControl = (told: readonly Told[]) => told.findLast((one) => one.event === "control")?.control;

export function lifeCases(world: () => ContractWorld): void {
  // What is remembered is kept after any call.
  test.each<[string, string, (plans: Plans) => Promise<unknown>]>([
    ["with the plans it took", "took", () => world().call(["told"])],
    ["with plans that came since", "since", (plans) => world().call(["update", plans, nextRevision()])],
  ])(
    "woken by a page, %s, it routes as before it was stopped, and turns go on where they were",
    async (...[, name, before]) => {
      const { browser, call, lab, visit } = world();
      const routing = routingFor(lab, {
        plans: turns(0, 2, 4),
        rules: [{ domain: [`${name}.one.example`], outbound: "m6" }],
      });
      await call(["release"]);
      await call(["take", routing]);
      const decides = createDecider(routing);
      const goesRight = async (address: string) => {
        const { outbound, via, rule } = decides(address);
        expect(await visit(address), address).toEqual([lab.proxy(outbound).exit.address]);
        return { origin: originOf(address), outbound, via, rule };
      };
      for (let round = 0; round < 3; round++) {
        for (const i of [0, 1]) await goesRight(`https://r${round}w${i}.${name}.life.example/via`);
        await before(routing.plans);
        await browser.stopBackground();
        await goesRight(`https://${name}.one.example/via`);
        const after = await goesRight(`https://r${round}.${name}.after.example/via`);
        const [assignment] = await call(["assigned", after.origin]);
        expect(assignment).toEqual(after);
      }
      // A page of the case before may still ask for its picture when it is released here.
      const hosts = new RegExp(`${name}\\.(life|after|one)\\.example`);
      expect(lab.requests({ via: "direct", host: hosts })).toEqual([]);
    },
  );

  test("woken by a page, it goes by the last plans it was given", async () => {
    const { browser, call, lab, visit } = world();
    const routing = routingFor(lab, { final: "now", plans: one(0) });
    await call(["take", routing]);
    await call(["update", { ...routing.plans, ...one(6) }, nextRevision()]);
    await browser.stopBackground();
    expect(await visit("https://woken.life.example/via")).toEqual([lab.proxy("m6").exit.address]);
    const [answer] = await call(probe("m9", "https://woken.life.example/via"));
    expect(answer?.kind === "answer" && JSON.parse(answer.body).via).toBe(lab.proxy("m9").exit.address);
  });

  test("woken by the question of a proxy for an account, it answers it", async () => {
    const { browser, call, lab, visit } = world();
    await call(["take", routingFor(lab, { final: "m13" })]);
    await browser.stopBackground();
    expect(await visit("https://asked.life.example/via")).toEqual([lab.proxy("m13").exit.address]);
  });

  test.each(["no-config", "bad-config", "storage"] as const)(
    "blocked (%s), nothing goes out, stopped or not, and it says why",
    async (why) => {
      const { browser, call, lab, visit, met, told } = world();
      await call(["take", routingFor(lab)]);
      await call(["block", why]);
      expect(lastControl(await told())).toEqual({ kind: "blocked", why });
      const hosts = ["awake", "stopped"].map((state) => `${why}.${state}.life.example`);
      for (const host of hosts) {
        for (const scheme of ["https", "http"]) expect(await visit(`${scheme}://${host}/via`)).toEqual([]);
        expect(lab.requests({ host })).toEqual([]);
        expect(met(host)).toEqual([]);
        await browser.stopBackground();
      }
      expect(lastControl(await told())).toEqual({ kind: "blocked", why });
    },
  );

  test("released, the browser's own settings are back, stopped or not: pages go directly, and nobody served them", async () => {
    const { browser, call, visit, told } = world();
    await call(["release"]);
    expect(lastControl(await told())).toEqual({ kind: "off" });
    expect(await visit("https://released.life.example/via")).toEqual(["direct"]);
    expect(await visit("http://released.life.example/via")).toEqual(["direct"]);
    expect(await call(["assigned", "https://released.life.example:443"])).toEqual([null]);
    await browser.stopBackground();
    expect(await visit("https://still.released.life.example/via")).toEqual(["direct"]);
    expect(lastControl(await told())).toEqual({ kind: "off" });
  });
}
