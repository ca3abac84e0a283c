import { expect, test } from "vitest";
import type { Routing } from "../../../background/ports/router.ts";
import type { Call } from "../host/calls.ts";
import type { ContractWorld } from "../support/contract-world.ts";
import { nextRevision, one, routingFor } from "../support/routing.ts";
import { lastControl } from "./life.ts";

type Name = "take" | "other" | "update" | "block" | "release" | "check";

/** How all requests go then; "m1" and the like: by that member. */
type End = "m1" | "m2" | "m3" | "blocked" | "direct";

/** Lists of calls that are begun at once, and what must hold at the end. */
const LISTS: readonly [readonly Name[], End][] = [
  [["take", "take"], "m1"],
  [["take", "other"], "m2"],
  [["other", "take", "other", "take"], "m1"],
  [["take", "update"], "m3"],
  [["take", "block"], "blocked"],
  [["block", "take"], "m1"],
  [["take", "block", "take"], "m1"],
  [["take", "release"], "direct"],
  [["release", "take"], "m1"],
  [["take", "check", "release"], "direct"],
  [["take", "block", "release"], "direct"],
  [["release", "block"], "blocked"],
  [["release", "update"], "direct"],
  [["block", "check"], "blocked"],
  [["block", "block"], "blocked"],
  [["release", "release"], "direct"],
];

export function callCases(world: () => ContractWorld): void {
  test.each(LISTS)("%j begun at once run one after the other: %s", async (names, end) => {
    const { call, lab, visit, told, met } = world();
    for (const before of ["release", "take"] as const) {
      const routing = (member: number): Routing => routingFor(lab, { final: "now", plans: one(member) });
      const callOf = (name: Name): Call => {
        if (name === "take") return ["take", routing(1)];
        if (name === "other") return ["take", routing(2)];
        if (name === "update") return ["update", routing(3).plans, nextRevision()];
        return name === "block" ? ["block", "no-config"] : [name];
      };
      await call(before === "take" ? ["take", routing(0)] : ["release"]);
      await call(...names.map(callOf));
      const host = `${names.join("-")}.${before}.calls.example`;
      const expected = end === "blocked" ? [] : [end === "direct" ? "direct" : lab.proxy(end).exit.address];
      expect(await visit(`https://${host}/via`), `after ${before}`).toEqual(expected);
      if (end === "blocked") expect(met(host)).toEqual([]);
      expect(lastControl(await told())?.kind, `after ${before}`).toBe(
        end === "blocked" ? "blocked" : end === "direct" ? "off" : "ours",
      );
    }
  });

  test("a check mends what the browser lost", async () => {
    const { call, lab, visit, inExtension, told } = world();
    await call(["take", routingFor(lab, { final: "now", plans: one(4) })]);
    await inExtension(async (api) => void (await api.proxy.settings.clear({})));
    await call(["check"]);
    expect(await visit("https://mended.calls.example/via")).toEqual([lab.proxy("m4").exit.address]);
    expect(lastControl(await told())).toEqual({ kind: "ours" });
    const control = await inExtension(async (api) => (await api.proxy.settings.get({})).levelOfControl);
    expect(control).toBe("controlled_by_this_extension");
    await call(["release"]);
  });
}
