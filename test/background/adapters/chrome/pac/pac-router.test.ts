import { expect, test } from "vitest";
import type { ControlChannel } from "../../../../../background/adapters/chrome/pac/control-channel.ts";
import {
  createPacRouter,
  type PacRouter,
  type PacRouterParts,
} from "../../../../../background/adapters/chrome/pac/pac-router.ts";
import type { ProxySetting } from "../../../../../background/adapters/chrome/pac/proxy-setting.ts";
import { createMutex } from "../../../../../background/lib/mutex.ts";
import { DIRECT_ALONE } from "../../../../../background/run/routing.ts";
import type { MemoryJson } from "../../../../../src/decision/memory.ts";
import type { Plan } from "../../../../../src/model/plan.ts";
import { instant, ms } from "../../../../../src/model/units.ts";
import type { AssignmentEntry } from "../../../../../src/pac/answer.ts";
import type { Command } from "../../../../../src/pac/command.ts";
import { plansIn, secretOf } from "../../../../../src/pac/data.ts";

import type { Control } from "../../../../../src/protocol/view.ts";

const MANY = 100;

/** Chrome's setting as extensions and policies have it: the one that is in force, and ours under another extension's. */
function chromeWith(owner: "nobody" | "extension" | "policy") {
  let other = owner;
  let mine: string | null = null;
  const sets: string[] = [];
  const told: string[] = [];
  const inForce = () => other === "nobody" && mine !== null;
  /** Of the plans that the program goes by; setting the same text again changes nothing (fact C2). */
  let revision = 0;
  const set = async (text: string) => {
    if (text !== mine) revision = plansIn("program", text)?.revision ?? 0;
    mine = text;
    sets.push(text === "dead" ? text : "pac");
  };
  const setting: ProxySetting = {
    get ours() {
      return inForce() && mine !== "dead";
    },
    async read() {
      const control = other !== "nobody" ? other : mine === null ? "free" : "ours";
      return { control, pac: this.ours ? mine : null };
    },
    setPac: set,
    setDead: () => set("dead"),
    async clear() {
      mine = null;
    },
  };
  let open = false;
  let asked = 0;
  /** The program's context, which a change of the network makes anew. */
  let born = "c";
  /** What the program has noted, and from where on it was read. */
  const notes: AssignmentEntry[] = [];
  const logs: number[] = [];
  const remembered = { turns: [], rides: [], sticky: [["g", [["x.test", "a", 1]]]], draws: 1 } as const;
  const seeds: MemoryJson[] = [];
  let context = "";
  const turn = (to: boolean) => {
    open = to;
    context = "";
  };
  const channel = {
    open: () => turn(true),
    close: () => turn(false),
    get ready() {
      return open && setting.ours;
    },
    get context() {
      return context;
    },
    send: (command: Command) => {
      if (command.kind === "seed") seeds.push(command.memory);
    },
    async ask(command: Command) {
      if (++asked > MANY) throw new Error("asked without end");
      if (command.kind === "memory") return { kind: "memory", context, memory: remembered };
      if (command.kind === "log") {
        logs.push(command.since);
        const last = notes.length;
        await null;
        context = born;
        return { kind: "log", context, born: 0, last, entries: notes.filter(([number]) => number > command.since) };
      }
      if (!open || !setting.ours || (command.kind !== "ping" && command.kind !== "plans")) return null;
      if (command.kind === "plans") revision = Math.max(revision, command.revision);
      context = born;
      return { kind: "pong", context, revision };
    },
  } as unknown as ControlChannel;
  let secrets = 0;
  const parts: PacRouterParts = {
    program: "program",
    setting,
    channel,
    mutex: createMutex(),
    events: {
      connectionFailed() {},
      connectionSilent() {},
      connectionDoubtful() {},
      traffic() {},
      headed() {},
      control: (control: Control) => void told.push(control.kind),
      renew() {},
      networkChanged: () => void told.push("network changed"),
    },
    newSecret: () => ({ host: `abc${++secrets}`, key: [1, 2, 3, 4] }),
    now: () => 0,
  };
  const start = () => createPacRouter(parts);
  const own = (next: typeof owner) => {
    other = next;
  };
  const followed = () => revision;
  const changeNetwork = () => {
    born += "'";
    revision = plansIn("program", mine ?? "")?.revision ?? 0;
  };
  return {
    router: start(),
    start,
    setting,
    sets,
    told,
    notes,
    logs,
    own,
    followed,
    changeNetwork,
    remembered,
    seeds,
    inForce: () => (inForce() ? mine : null),
  };
}

test.each(["extension", "policy"] as const)(
  "another (%s) owns the setting: ours lies under it once, is in force when that one lets go, and is spoken with",
  async (by) => {
    const { router, sets, told, own, inForce } = chromeWith(by);
    await router.take(DIRECT_ALONE);
    await router.check();
    expect([sets, told]).toEqual([["pac"], ["taken", "taken"]]);
    own("nobody");
    expect(inForce()).toMatch(/^var switchyard=/);
    await router.check();
    expect(told.slice(2)).toEqual(["ours", "network changed"]);
    await router.check();
    expect(told.slice(4)).toEqual(["ours"]);
    expect(sets).toEqual(["pac"]);
  },
);

test("ours was in force before: it is left as it is, and goes on", async () => {
  const { router, sets, told, own } = chromeWith("nobody");
  await router.take(DIRECT_ALONE);
  own("extension");
  await router.check();
  own("nobody");
  await router.check();
  expect(sets).toEqual(["pac"]);
  expect(told).toEqual(["ours", "taken", "ours", "network changed"]);
});

test("nothing to route by: a dead proxy lies under it, and everything is blocked when it lets go", async () => {
  const { router, sets, told, own, inForce } = chromeWith("extension");
  await router.block("no-config");
  own("nobody");
  expect(inForce()).toBe("dead");
  await router.check();
  expect(sets[0]).toBe("dead");
  expect(told).toEqual(["taken", "blocked"]);
});

test.each(["no-config", "bad-config", "router"] as const)(
  "B20 · switched on for the first time, and it cannot be put in force (%s): everything is blocked",
  async (why) => {
    const { router, told, inForce } = chromeWith("nobody");
    await router.block(why);
    expect([inForce(), told]).toEqual(["dead", ["blocked"]]);
  },
);

test("unreadable settings do not say whether it was on: where nothing of ours is in force nothing is put in force", async () => {
  const { router, told, inForce } = chromeWith("nobody");
  await router.block("storage");
  expect([inForce(), told]).toEqual([null, ["off"]]);
});

test("a browser that lets nothing be laid under a policy: it is said all the same, and tried again", async () => {
  const { router, setting, sets, told } = chromeWith("policy");
  const { setPac } = setting;
  setting.setPac = async () => {
    throw new Error("not controllable");
  };
  await router.take(DIRECT_ALONE);
  expect([sets, told]).toEqual([[], ["taken"]]);
  setting.setPac = setPac;
  await router.check();
  expect([sets, told]).toEqual([["pac"], ["taken", "taken"]]);
});

test("system: what lay under another extension's setting is taken away too", async () => {
  const { router, own, inForce } = chromeWith("extension");
  await router.take(DIRECT_ALONE);
  await router.release();
  own("nobody");
  expect(inForce()).toBeNull();
});

test("woken with a record from before the last plans: the program's later ones end, though the text is the same", async () => {
  const { router, start, sets, followed } = chromeWith("nobody");
  await router.take({ ...DIRECT_ALONE, revision: 5 });
  await router.update({}, 9);
  expect([sets.length, followed()]).toEqual([1, 9]);
  const woken = start();
  await woken.take({ ...DIRECT_ALONE, revision: 5 });
  expect([sets.length, followed()]).toEqual([2, 5]);
  await woken.update({}, 6);
  expect(followed()).toBe(6);
});

test("the channel's secret is another in each run of the browser, and the same for a background that is woken within one", async () => {
  const { router, start, inForce } = chromeWith("nobody");
  const secret = () => secretOf(inForce() ?? "")?.host;
  await router.take(DIRECT_ALONE);
  expect(secret()).toBe("abc1");
  const woken = start();
  woken.secret.load(router.secret.save());
  await woken.take(DIRECT_ALONE);
  await woken.check();
  expect(secret()).toBe("abc1");
  const next = start();
  await next.take(DIRECT_ALONE);
  expect(secret()).toBe("abc2");
  await next.take(DIRECT_ALONE);
  expect(secret()).toBe("abc2");
});

test("B7 · a hundred requests that fail at once read the program's notes together, each what was noted before it asked", async () => {
  const { router, notes, logs } = chromeWith("nobody");
  await router.take(DIRECT_ALONE);
  notes.push([1, "https://x.test:443", "a", ["g"], null, instant(1)]);
  const asked = [...Array(MANY)].map(() => router.assigned("https://x.test:443", ""));
  notes.push([2, "https://y.test:443", "b", ["g"], null, instant(2)]);
  const later = router.assigned("https://y.test:443", "");
  expect((await Promise.all(asked)).map((went) => went?.outbound)).toEqual(Array(MANY).fill("a"));
  expect((await later)?.outbound).toBe("b");
  expect(logs).toEqual([0, 1]);
  expect((await router.history()).ways("https://x.test:443")).toHaveLength(1);
});

test.each([
  ["nobody", async () => {}],
  ["who served a site", (router: PacRouter) => router.assigned("https://x.test:443", "")],
  ["fresher plans", (router: PacRouter) => router.update({}, 3)],
] as const)(
  "M17 · a new context is noticed by its first look, whoever asked it for something before (%s), and goes by the latest plans",
  async (_, ask) => {
    const { router, told, followed, changeNetwork } = chromeWith("nobody");
    await router.take({ ...DIRECT_ALONE, revision: 1 });
    await router.update({}, 2);
    await router.check();
    told.splice(0);
    changeNetwork();
    expect(followed()).toBe(1);
    await ask(router);
    await router.check();
    expect(told.filter((one) => one === "network changed")).toHaveLength(1);
    expect(followed()).toBeGreaterThanOrEqual(2);
    await router.check();
    expect(told.filter((one) => one === "network changed")).toHaveLength(1);
  },
);

test.each([true, false])(
  "M17 · a background that is woken finds out whether the network changed while it was stopped: %s",
  async (changes) => {
    const { router, start, told, changeNetwork } = chromeWith("nobody");
    await router.take(DIRECT_ALONE);
    await router.check();
    const [secret, greeted] = [router.secret.save(), router.greeted.save()];
    if (changes) changeNetwork();
    const woken = start();
    woken.secret.load(secret);
    woken.greeted.load(greeted);
    told.splice(0);
    await woken.take(DIRECT_ALONE);
    await woken.check();
    expect(told.filter((one) => one === "network changed")).toHaveLength(changes ? 1 : 0);
  },
);

test("SS2 · sites keep their members over a change of the network, which ends the program's own memory", async () => {
  const { router, changeNetwork, remembered, seeds } = chromeWith("nobody");
  const all = [0, 1];
  const g: Plan = { kind: "sticky", eligible: all, alive: all, maxRetry: 0, ttl: ms(0), stickyHash: [], weights: null };
  await router.take({ ...DIRECT_ALONE, plans: { g } });
  await router.check();
  changeNetwork();
  await router.check();
  expect(seeds).toEqual([remembered]);
});

test("woken, it asks the program in force at once: how requests went is known before anybody says what to route by", async () => {
  const { router, start, notes } = chromeWith("nobody");
  await router.take(DIRECT_ALONE);
  notes.push([1, "https://x.test:443", "a", [], null, 0]);
  const woken = start();
  await woken.met;
  expect(await woken.assigned("https://x.test:443", "")).toMatchObject({ outbound: "a" });
});

test.each(["take", "block", "release"] as const)(
  "no program of ours is there: who asks how requests went waits for the first call alone (%s)",
  async (call) => {
    const { router } = chromeWith("extension");
    let met = false;
    void router.met.then(() => {
      met = true;
    });
    await new Promise((done) => setTimeout(done, 0));
    expect(met).toBe(false);
    const calls = {
      take: () => router.take(DIRECT_ALONE),
      block: () => router.block("no-config"),
      release: () => router.release(),
    };
    await calls[call]();
    expect([met, await router.assigned("https://x.test:443", "")]).toEqual([true, null]);
  },
);
