import { expect, test } from "vitest";
import type { ContractWorld } from "../support/contract-world.ts";
import { routingFor } from "../support/routing.ts";
import { probe } from "./prober.ts";

/** m3 and m8 are http proxies with an account, m4 and m9 https proxies. */
const WITH_ACCOUNT = ["m3", "m4", "m8", "m9"];
const NO_ACCOUNT = { username: undefined, password: undefined };

export function accountCases(world: () => ContractWorld): void {
  test.each(WITH_ACCOUNT)("a page through %s, which asks for an account, loads without a prompt", async (tag) => {
    const { call, lab, visit } = world();
    await call(["take", routingFor(lab, { final: tag })]);
    for (const scheme of ["https", "http"])
      expect(await visit(`${scheme}://${tag}.account.example/via`)).toEqual([lab.proxy(tag).exit.address]);
  });

  test.each(["wrong-http", "wrong-https"])("M21 · a wrong account (%s) says so after one answer", async (tag) => {
    const { call, lab } = world();
    await call(["take", routingFor(lab, { edits: { [tag]: { password: "not it" } } })]);
    lab.clear();
    const answers = await call(probe(tag, "https://wrong.example/via"));
    expect(answers).toMatchObject([{ kind: "failed", error: { code: "login_wrong" } }]);
    // Once without an account, where the browser waits to be asked, and once with it.
    expect(lab.proxy(tag).events.length).toBeLessThanOrEqual(2);
    expect(lab.requests({ host: "wrong.example" })).toEqual([]);
  });

  test.each(["wrong-http", "wrong-https"])(
    "M21, B7 · so does one that the proxy (%s) refuses by 401, as tinyproxy does, with a tunnel and without one",
    async (tag) => {
      const { call, lab } = world();
      lab.proxy(tag).set({ wrongAccount: 401 });
      await call(["take", routingFor(lab, { edits: { [tag]: { password: "nor this" } } })]);
      lab.clear();
      for (const scheme of ["https", "http"]) {
        const answers = await call(probe(tag, `${scheme}://wrong-401.example/via`));
        expect(answers).toMatchObject([{ kind: "failed", error: { code: "login_wrong", status: 401 } }]);
      }
      expect(lab.requests({ host: "wrong-401.example" })).toEqual([]);
      await lab.proxy(tag).restore();
    },
  );

  test("M21 · a missing account says that a login is wanted, also where the address has no path", async () => {
    const { call, lab } = world();
    await call(["take", routingFor(lab, { edits: { asks: NO_ACCOUNT } })]);
    const answers = await call(probe("asks", "https://missing.example"));
    expect(answers).toMatchObject([{ kind: "failed", error: { code: "login_required" } }]);
    expect(lab.requests({ host: "missing.example" })).toEqual([]);
  });
}
