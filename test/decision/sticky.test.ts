import { describe, expect, test } from "vitest";
import { stickyKey } from "../../src/decision/flow.ts";
import type { StickyPart } from "../../src/model/outbound.ts";
import { ms } from "../../src/model/units.ts";
import { asking, nodesOf, request, sticky } from "./snapshot.ts";

const nodes = nodesOf({ g: "abc" });
const ALL = [0, 1, 2];
const start = (more: Parameters<typeof sticky>[2] = {}, alive = ALL) =>
  asking({ nodes, plans: { g: sticky(ALL, alive, more) } });

describe("the key of a connection", () => {
  const flow = { host: "www.example.com", port: 443, source: "", process: "work" };
  test.each<[string, StickyPart[], string]>([
    ["SH1 · domain: the registrable domain", ["domain"], "11:example.com"],
    ["SH1 · dest_ip of a name: the name, it is never looked up", ["dest_ip"], "15:www.example.com"],
    ["SH1 · dest_port", ["dest_port"], "3:443"],
    ["SH1 · source_ip: constant", ["source_ip"], "0:"],
    ["SH1 · process: the container", ["process"], "4:work"],
    ["SS1 · the parts cannot run together", ["process", "domain"], "4:work11:example.com"],
  ])("%s", (_, parts, expected) => {
    expect(stickyKey(parts, flow)).toBe(expected);
  });

  test("SS1 · two different lists never join to one key", () => {
    const key = (process: string, host: string): string =>
      stickyKey(["process", "dest_ip"], { ...flow, process, host });
    expect(key("1:a", "b")).not.toBe(key("1", ":ab"));
  });
});

describe("sticky-sessions", () => {
  test("SS2 · a key keeps what it drew, and a draw is counted once", () => {
    const { ask, memory } = start();
    const drawn = ask("https://www.example.com/").outbound;
    expect([ask("https://api.example.com/").outbound, ask("http://example.com:80/", 1e9).outbound]).toEqual([
      drawn,
      drawn,
    ]);
    expect(memory.draws).toBe(1);
  });

  test("SS2 · draws reach every member, evenly, and depend on the seed", () => {
    const served = (seed: number): string => {
      const { ask } = asking({ nodes, plans: { g: sticky(ALL, ALL) }, seed });
      return Array.from({ length: 3000 }, (_, i) => ask(`https://h${i}.example/`).outbound).join("");
    };
    const first = served(1);
    for (const tag of "abc") expect(first.split(tag).length - 1).toBeGreaterThan(900);
    expect(served(1)).toBe(first);
    expect(served(2)).not.toBe(first);
  });

  test("SS2 · drawn among all, a dead draw replaced before it is remembered", () => {
    const { ask, memory } = start({}, [2]);
    const served = Array.from({ length: 20 }, (_, i) => ask(`https://h${i}.example/`).outbound);
    expect(new Set(served)).toEqual(new Set(["c"]));
    expect(
      new Set(
        memory.sticky
          .get("g")
          ?.entries()
          .map(([, { member }]) => member),
      ),
    ).toEqual(new Set(["c"]));
  });

  test("SS2 · ttl counts from storing: a hit does not prolong it", () => {
    const { ask, memory } = start({ ttl: ms(60_000) });
    for (const at of [0, 59_999]) ask("https://example.com/", at);
    expect(memory.draws).toBe(1);
    ask("https://example.com/", 60_000);
    expect(memory.draws).toBe(2);
  });

  test("SS2 · 1000 keys, the least recently used goes first", () => {
    const { ask, memory } = start();
    for (let i = 0; i < 1000; i++) ask(`https://h${i}.example/`);
    for (const host of ["h0", "h1000", "h0"]) ask(`https://${host}.example/`);
    expect([memory.sticky.get("g")?.size, memory.draws]).toEqual([1000, 1001]);
    ask("https://h1.example/");
    expect(memory.draws).toBe(1002);
  });

  test("SS2 · an expired key never pushes out a living one", () => {
    const { ask, memory } = start({ ttl: ms(1000) });
    ask("https://old.example/", 0);
    for (let i = 0; i < 999; i++) ask(`https://h${i}.example/`, 500);
    ask("https://old.example/", 999);
    ask("https://new.example/", 1001);
    ask("https://h0.example/", 1002);
    expect(memory.draws).toBe(1001);
  });

  test("SS3 · a dead member is replaced, the replacement is remembered", () => {
    const { ask, setPlans, memory } = start();
    const drawn = "abc".indexOf(ask("https://example.com/").outbound);
    const others = ALL.filter((member) => member !== drawn);
    setPlans({ g: sticky(ALL, others) });
    const replaced = ask("https://example.com/").outbound;
    expect(replaced).toBe("abc"[others[0] ?? 9]);
    setPlans({ g: sticky(ALL, ALL) });
    expect(ask("https://example.com/").outbound).toBe(replaced);
    expect(memory.draws).toBe(1);
  });

  test("SS3 · nobody alive: the remembered one itself", () => {
    const { ask, setPlans } = start();
    const drawn = ask("https://example.com/").outbound;
    setPlans({ g: sticky(ALL, [], { maxRetry: 2 }) });
    expect(ask("https://example.com/").outbound).toBe(drawn);
  });

  test("SS3 · its member left the group: a new key", () => {
    const { ask, memory } = start();
    ask("https://example.com/");
    asking({ nodes: nodesOf({ g: "def" }), plans: { g: sticky(ALL, ALL) } }, memory).ask("https://example.com/");
    expect(memory.draws).toBe(2);
  });

  test("SS4 · none: each connection draws among the alive ones, nothing is remembered", () => {
    const { ask, memory } = start({ stickyHash: ["none"] }, [0, 2]);
    const served = Array.from({ length: 60 }, (_, i) => ask(`https://h${i}.example/`).outbound);
    expect(new Set(served)).toEqual(new Set(["a", "c"]));
    expect([memory.sticky.size, memory.draws]).toEqual([0, 60]);
  });

  test("SS4 · none and nobody alive: among all", () => {
    const { ask } = start({ stickyHash: ["none"] }, []);
    expect(new Set(Array.from({ length: 60 }, (_, i) => ask(`https://h${i}.example/`).outbound)).size).toBe(3);
  });

  test("SH1 · a container has a key of its own where the process counts", () => {
    const { ask, memory } = start({ stickyHash: ["process", "domain"] });
    for (const container of ["", "1", "2"]) ask(request("https://example.com/", container));
    expect(memory.draws).toBe(3);
  });

  test("SS2 · groups one inside the other draw each for itself", () => {
    const drawing = sticky([0, 1], [0, 1], { stickyHash: ["none"] });
    const nested = nodesOf({ g: ["h", "i"], h: "ab", i: "cd" });
    const { ask, memory } = asking({ nodes: nested, plans: { g: drawing, h: drawing, i: drawing } });
    const served = new Set(Array.from({ length: 80 }, (_, i) => ask(`https://h${i}.example/`).outbound));
    expect([served.size, memory.draws]).toEqual([4, 160]);
  });
});
