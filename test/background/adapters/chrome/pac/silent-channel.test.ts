import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type ControlChannel,
  createControlChannel,
} from "../../../../../background/adapters/chrome/pac/control-channel.ts";
import { YES } from "../../../../../src/pac/command.ts";
import type { PacData } from "../../../../../src/pac/data.ts";
import { createProgram } from "../../../../../src/pac/program.ts";
import { compileRules } from "../../../../../src/routing/compile.ts";

const SECRET = { host: "0123456789abcdef", key: [1, 2, 3, 4] };
const ORIGIN = "https://www.gstatic.com:443";
const PLANS = { g: { kind: "one", member: 1 } } as const;
const THROWN = "net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED";
const DEAD_END = "net::ERR_PROXY_CONNECTION_FAILED";

const data: PacData = {
  secret: SECRET,
  base: {
    seed: 7,
    nodes: { a: { kind: "leaf" }, b: { kind: "leaf" }, g: { kind: "group", members: ["a", "b"] } },
    rules: compileRules([]),
    final: "g",
  },
  plans: { g: { kind: "one", member: 0 } },
  revision: 4,
  leaves: ["a", "b"].map((tag) => ({ tag, main: `PROXY ${tag}.example:80`, other: `PROXY ${tag}.example.:80` })),
};

/** The PAC program behind a Chrome that tells a text, or (`silent`) only the kind of failure. */
let silent = true;
let find: (url: string) => string;
let channel: ControlChannel;
let moved = 0;

const newContext = (name: string): void => {
  find = createProgram(
    data,
    name,
    () => Date.now(),
    () => true,
  );
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  silent = true;
  newContext("first");
  let marks = 0;
  channel = createControlChannel(
    () => true,
    () => Date.now(),
    () => `mark${++marks}`,
    () => moved++,
  );
  moved = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    await null;
    try {
      expect(find(url)).toBe(YES);
      channel.failed(url, DEAD_END);
    } catch (thrown) {
      if (!silent) channel.heard(`line: 1: Uncaught ${(thrown as Error).message}`);
      channel.failed(url, THROWN);
    }
    throw new TypeError("Failed to fetch");
  });
  channel.open(SECRET);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function ask(...command: Parameters<ControlChannel["ask"]>): ReturnType<ControlChannel["ask"]> {
  const answer = channel.ask(...command);
  await vi.advanceTimersByTimeAsync(20_000);
  return answer;
}

test("without texts a ping finds the program, and plans are told and asked for", async () => {
  expect(await ask({ kind: "ping" })).toEqual({ context: "mark1", kind: "pong", revision: -1 });
  expect(channel.context).toBe("mark1");
  expect(find("https://site.example/")).toBe("PROXY a.example:80");
  expect(await ask({ kind: "plans", revision: 5, plans: PLANS })).toMatchObject({ kind: "pong", revision: 5 });
  expect(find("https://site.example/")).toBe("PROXY b.example:80");
  expect(await ask({ kind: "ping" })).toEqual({ context: "mark1", kind: "pong", revision: 5 });
  expect(await ask({ kind: "plans", revision: 3, plans: PLANS })).toMatchObject({ kind: "pong", revision: -1 });
});

test("M17 · a new context does not know the mark: another one, which is told the plans again", async () => {
  await ask({ kind: "ping" });
  await ask({ kind: "plans", revision: 5, plans: PLANS });
  newContext("second");
  expect(await ask({ kind: "ping" })).toEqual({ context: "mark2", kind: "pong", revision: -1 });
});

test.each([
  ["who served whom", { kind: "log", since: 0 }],
  ["fresher plans", { kind: "plans", revision: 5, plans: PLANS }],
  ["a batch's end", { kind: "end", batch: 1 }],
  ["whether it is there", { kind: "ping" }],
] as const)("M17 · a new context is told of at its first answer, whatever it was asked (%s)", async (_, command) => {
  silent = false;
  await ask({ kind: "ping" });
  await ask(command);
  expect([channel.context, moved]).toEqual(["first", 0]);
  newContext("second");
  await ask(command);
  await ask({ kind: "ping" });
  expect([channel.context, moved]).toEqual(["second", 1]);
  channel.close();
  channel.open(SECRET);
  newContext("third");
  await ask({ kind: "ping" });
  expect(moved).toBe(1);
});

test.each([
  ["each lane used by its request", [true, true], 2],
  ["a request too many", [true, true, true], null],
  ["a lane left over", [true], null],
])("M1 · a batch counts only when the program says so: %s", async (_, requests, used) => {
  await ask({ kind: "ping" });
  channel.send({ kind: "begin", batch: 1 });
  for (const leaf of [0, 1]) {
    channel.send({ kind: "lane", batch: 1, origin: ORIGIN, leaf, by: "main" });
    await vi.advanceTimersByTimeAsync(1);
    if (requests[leaf])
      expect(find("https://www.gstatic.com/")).toBe(leaf === 0 ? "PROXY a.example:80" : "PROXY b.example:80");
  }
  if (requests[2]) find("https://www.gstatic.com/");
  const end = await ask({ kind: "end", batch: 1 });
  expect(end?.kind === "batch" ? end.count.used : null).toBe(used);
  if (used === null) return;
  expect(await ask({ kind: "laneless", batch: 1, origin: ORIGIN })).toMatchObject({ count: 0 });
  find("https://www.gstatic.com/");
  expect(await ask({ kind: "laneless", batch: 1, origin: ORIGIN })).toMatchObject({ count: 1 });
});

test("what takes more than a bit is not known", async () => {
  await ask({ kind: "ping" });
  expect(await ask({ kind: "memory" })).toBeNull();
  expect(await ask({ kind: "log", since: 0 })).toBeNull();
});

test("B20 · a program that throws at everything, as a broken one does, is no answer", async () => {
  find = () => {
    throw new Error("broken");
  };
  expect(await ask({ kind: "ping" })).toBeNull();
  expect(channel.context).toBe("");
});

test("texts that come again are heard again", async () => {
  await ask({ kind: "ping" });
  silent = false;
  await ask({ kind: "ping" });
  expect(await ask({ kind: "ping" })).toEqual({ context: "first", kind: "pong", revision: 4 });
  expect(await ask({ kind: "memory" })).toMatchObject({ kind: "memory" });
});

test("an answer of a program that was spoken with before says nothing of the one now", async () => {
  silent = false;
  const late = channel.ask({ kind: "ping" });
  channel.open({ ...SECRET, key: [5, 6, 7, 8] });
  await vi.advanceTimersByTimeAsync(20_000);
  expect([(await late)?.kind, channel.context]).toEqual(["pong", ""]);
});
