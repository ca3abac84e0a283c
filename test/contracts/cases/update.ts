import { expect, test } from "vitest";
import type { ContractWorld } from "../support/contract-world.ts";
import { nextRevision, one, routingFor } from "../support/routing.ts";

const UPDATES = 20;
const EVERY_MS = 50;
/** Clocks of the browser and of the lab are the machine's, cut to milliseconds. */
const GRAIN_MS = 2;

/**
 * Loads `count` images of as many sites, one each few ms.
 *
 * @returns when each was asked for, ms since the epoch, and the addresses of those that failed
 */
async function loadImages({ count, everyMs }: { count: number; everyMs: number }) {
  const begunAt: Record<string, number> = {};
  const load = (address: string): Promise<string | null> =>
    new Promise((done) => {
      const image = new Image();
      image.onload = () => done(null);
      image.onerror = () => done(address);
      image.src = address;
    });
  const loading: Promise<string | null>[] = [];
  for (let i = 0; i < count; i++) {
    begunAt[`i${i}.updated.example`] = Date.now();
    loading.push(load(`https://i${i}.updated.example/image`));
    await new Promise((next) => setTimeout(next, everyMs));
  }
  const failed = (await Promise.all(loading)).filter((address) => address !== null);
  return { begunAt, failed };
}

export function updateCases(world: () => ContractWorld): void {
  test("plans that change twenty times while a page loads: nothing fails, nothing is direct, each goes by a member then in force", async () => {
    const { call, lab, visit, inTab } = world();
    const routing = routingFor(lab, { final: "now", plans: one(0) });
    await call(["take", routing]);
    await visit("https://page.updated.example/page");
    lab.clear();
    /** When each member came into force at the earliest, and went out of it at the latest. A request is decided while it is under way. */
    const inForce = new Map<string, { from: number; to: number }>();
    const exit = (member: number): string => lab.proxy(`m${member}`).exit.address;
    inForce.set(exit(0), { from: Date.now(), to: Number.POSITIVE_INFINITY });
    const images = inTab(loadImages, { count: 100, everyMs: 10 });
    for (let member = 1; member <= UPDATES; member++) {
      await new Promise((next) => setTimeout(next, EVERY_MS));
      inForce.set(exit(member), { from: Date.now(), to: Number.POSITIVE_INFINITY });
      await call(["update", { ...routing.plans, ...one(member) }, nextRevision()]);
      const before = inForce.get(exit(member - 1));
      if (before) before.to = Date.now();
    }
    const { begunAt, failed } = await images;
    expect(failed).toEqual([]);
    const seen = lab.requests({ host: /^i\d+\.updated\.example$/ });
    expect(new Set(seen.map(({ host }) => host)).size).toBe(100);
    const wrong = seen.filter(({ host, via, at }) => {
      const window = inForce.get(via);
      const begun = begunAt[host] ?? Number.POSITIVE_INFINITY;
      return !window || at < window.from - GRAIN_MS || begun > window.to + GRAIN_MS;
    });
    expect(wrong.map(({ host, via }) => `${host} by ${via}`)).toEqual([]);
    expect(new Set(seen.map(({ via }) => via)).size).toBeGreaterThan(1); // they did change while it loaded
    expect(await visit("https://after.updated.example/via")).toEqual([exit(UPDATES)]);
  });

  test("plans of an earlier revision come too late and change nothing", async () => {
    const { call, lab, visit } = world();
    const early = nextRevision();
    const routing = routingFor(lab, { final: "now", plans: one(3) });
    await call(["take", routing]);
    await call(["update", { ...routing.plans, ...one(4) }, early]);
    expect(await visit("https://late.updated.example/via")).toEqual([lab.proxy("m3").exit.address]);
  });

  test("a group that lost its last member blocks, and goes on when it has one again", async () => {
    const { call, lab, visit, met } = world();
    const routing = routingFor(lab, { final: "now", plans: one(3) });
    await call(["take", routing]);
    await call(["update", { ...routing.plans, now: { kind: "empty" } }, nextRevision()]);
    expect(await visit("https://empty.updated.example/via")).toEqual([]);
    expect(met("empty.updated.example")).toEqual([]);
    await call(["update", { ...routing.plans, ...one(5) }, nextRevision()]);
    expect(await visit("https://empty.updated.example/via")).toEqual([lab.proxy("m5").exit.address]);
  });
}
