import { expect, test } from "vitest";
import type { RunStore } from "../../../background/ports/store.ts";
import { createRunKeeper } from "../../../background/run/run-keeper.ts";
import type { RecordParts, RunRecord } from "../../../background/run/run-record.ts";
import type { EngineInput } from "../../../src/engine/contract.ts";
import { createEngine, stepEngine } from "../../../src/engine/engine.ts";
import { keepState, restoreState } from "../../../src/engine/kept-state.ts";
import { modelOf } from "../../../src/engine/model.ts";
import type { EngineState } from "../../../src/engine/state.ts";
import { instant } from "../../../src/model/units.ts";
import { configOf } from "../../engine/sample-config.ts";

const TAGS = Array.from({ length: 120 }, (_, i) => `p${i}`);
const MODEL = modelOf(
  configOf(Object.fromEntries(TAGS.map((tag) => [tag, {}])), [{ type: "balancer", tag: "g", outbounds: TAGS }], {
    workers: 120,
  }),
);

/** A store, and what each write had in it. */
function createStore(): RunStore & { readonly writes: string[][]; full: boolean } {
  let parts: RecordParts = {};
  const writes: string[][] = [];
  return {
    full: false,
    writes,
    read: async () => parts,
    async write(changed) {
      if (this.full) throw new Error("QuotaExceeded");
      writes.push(Object.keys(changed).sort());
      parts = { ...parts, ...changed };
    },
  };
}

let state: EngineState;
let now = 1_000;
function record(...inputs: readonly EngineInput[]): RunRecord {
  for (const input of inputs) {
    now += 10;
    state = stepEngine(MODEL, state, input, instant(now)).state;
  }
  return { configRevision: 3, engine: keepState(MODEL, state), plansRevision: 5, router: { turns: [1] } };
}
/** Ends every test under way with a delay. */
const answered = (): RunRecord =>
  record(
    ...Object.values(state.monitoring.tests).map(({ attempt }): EngineInput => {
      return { kind: "attempt-ended", id: attempt?.id ?? 0, outcome: { kind: "delay", delay: 40 } };
    }),
  );
/** A run whose proxies all have a result. */
function tested(): RunRecord {
  state = createEngine(MODEL, { results: {}, exits: {} }, {}, 7);
  record({ kind: "start" });
  return answered();
}

test("M20 · a record comes back as it was", async () => {
  const store = createStore();
  const kept = tested();
  expect(kept.engine.members).toHaveLength(TAGS.length);
  await createRunKeeper(store).write(kept);
  expect(await createRunKeeper(store).read()).toEqual(JSON.parse(JSON.stringify(kept)));
});

test("a step writes its own part and those whose members changed, a woken background too", async () => {
  const store = createStore();
  const keeper = createRunKeeper(store);
  await keeper.write(tested());
  await keeper.write(record({ kind: "ask", tags: ["p70"] }));
  await keeper.write(answered());
  const woken = createRunKeeper(store);
  const found = await woken.read();
  if (found) state = restoreState(MODEL, found.engine);
  await woken.write(record({ kind: "woken" }));
  expect(store.writes.slice(1)).toEqual([["head"], ["head", "members 1"], ["head"]]);
});

test("what could not be written is written with the next", async () => {
  const store = createStore();
  const keeper = createRunKeeper(store);
  await keeper.write(tested());
  store.full = true;
  await keeper.write(record({ kind: "traffic" }));
  store.full = false;
  await keeper.write(record({ kind: "traffic" }));
  expect(store.writes.at(-1)).toEqual(["head", "members 0", "members 1", "members 2", "router"]);
});

test("B18 · writes that are asked for at once leave the last one's record, also where it is as an earlier one was", async () => {
  let parts: RecordParts = {};
  const keeper = createRunKeeper({
    read: async () => parts,
    async write(changed) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      parts = { ...parts, ...changed };
    },
  });
  const as = (open: readonly string[]): RunRecord => ({ ...record({ kind: "traffic" }), router: { open } });
  tested();
  const ended = keeper.write(as([]));
  const begun = keeper.write(as(["a request under way"]));
  await ended;
  await Promise.all([begun, keeper.write(as([]))]);
  expect(JSON.parse(parts.router ?? "")).toEqual({ open: [] });
});

test.each<[string, RecordParts]>([
  ["nothing", {}],
  ["another version's", { head: JSON.stringify({ version: 3, blocks: 0, engine: {} }) }],
  ["no JSON", { head: "{" }],
])("a store with %s in it begins a new run", async (_, parts) => {
  expect(await createRunKeeper({ read: async () => parts, write: async () => {} }).read()).toBeNull();
});
