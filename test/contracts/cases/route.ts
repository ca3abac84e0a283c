import { expect, test } from "vitest";
import type { ContractWorld } from "../support/contract-world.ts";
import { createDecider, nextRevision, originOf, routingFor, turns } from "../support/routing.ts";

const RULES = [
  { domain_suffix: ["hashed.example"], outbound: "hashed" },
  { domain_suffix: ["straight.example"], outbound: "direct" },
  { domain_suffix: ["blocked.example"], outbound: "block" },
  { domain_suffix: ["one.example"], outbound: "m7" },
];
const ADDRESSES = [
  ...[0, 1, 2, 3, 4].map((i) => `https://www${i}.turns.example/via`),
  "http://www0.turns.example/via",
  "https://www0.turns.example/via?again",
  "http://port.turns.example:8080/via",
  ...[0, 1, 2].map((i) => `https://site${i}.hashed.example/via`),
  "http://site0.hashed.example/via",
  "https://one.example/via",
  "http://below.one.example/via",
  "https://straight.example/via",
  "http://straight.example/via",
  "https://blocked.example/via",
  "http://blocked.example/via",
];

export function routeCases(world: () => ContractWorld): void {
  test("each origin goes by the member that decide() names: turns, a hash, a rule's member, direct, block", async () => {
    const { lab, call, visit, told } = world();
    const routing = routingFor(lab, { plans: turns(0, 1, 4), rules: RULES });
    await call(["release"]);
    await call(["take", routing]);
    const decides = createDecider(routing);
    for (const address of ADDRESSES) {
      const { outbound, via, rule } = decides(address);
      const expected = { direct: ["direct"], block: [] }[outbound] ?? [lab.proxy(outbound).exit.address];
      expect(await visit(address), address).toEqual(expected);
      const [assignment] = await call(["assigned", originOf(address)]);
      expect(assignment, address).toEqual({ origin: originOf(address), outbound, via, rule });
    }
    expect(world().met("blocked.example")).toEqual([]);
    expect(await told()).toContainEqual({ event: "traffic" });
    expect((await told()).filter(({ event }) => event === "connectionFailed")).toEqual([]);
  });

  test("a configuration taken again, or another one, goes on with turns and with what is known of each origin", async () => {
    const { lab, call, visit } = world();
    const first = routingFor(lab, { plans: turns(5, 6, 8) });
    const second = routingFor(lab, { plans: turns(5, 6, 8), rules: RULES });
    await call(["release"]);
    const decides = createDecider(first);
    const third = { ...first, revision: nextRevision() };
    for (const [i, routing] of [first, second, second, third, third].entries()) {
      await call(["take", routing]);
      for (const part of ["a", "b"]) {
        const address = `https://${part}${i}.retaken.example/via`;
        expect(await visit(address), address).toEqual([lab.proxy(decides(address).outbound).exit.address]);
      }
    }
    const [known] = await call(["assigned", "https://a0.retaken.example:443"]);
    expect(known).toMatchObject({ outbound: "m5", via: ["turns"] });
  });

  test("who served an origin that was never asked for is not guessed", async () => {
    const [never, otherScheme] = await world().call(
      ["assigned", "https://never.example:443"],
      ["assigned", "http://one.example:80"],
    );
    expect([never, otherScheme]).toEqual([null, null]);
  });

  test("a WebSocket goes by a member too, and who served it is known", async () => {
    const { lab, call, inTab, visit } = world();
    await call(["take", routingFor(lab, { rules: RULES })]);
    await visit("https://www0.turns.example/via");
    const told = await inTab(
      (address) =>
        new Promise<string>((done) => {
          const socket = new WebSocket(address);
          socket.onmessage = ({ data }) => done(String(data));
          socket.onerror = () => done('{"via":"failed"}');
        }),
      "wss://socket.one.example/ws",
    );
    expect(JSON.parse(told)).toMatchObject({ via: lab.proxy("m7").exit.address });
    const [assignment] = await call(["assigned", "wss://socket.one.example:443"]);
    expect(assignment).toMatchObject({ outbound: "m7", rule: 3 });
  });
}
