import { expect, test } from "vitest";
import type { TemporaryStore } from "../../../background/ports/temporary-store.ts";
import { createTemporaryKeeper } from "../../../background/settings/temporary-keeper.ts";
import type { TemporaryRule } from "../../../src/model/temporary-rule.ts";

const rule = (host: string, outbound: string): TemporaryRule => ({ host, below: true, outbound });

/** A store that can be made to fail, and to work again; what is in it outlives a keeper. */
function storeOf() {
  let kept: readonly TemporaryRule[] = [];
  let works = true;
  let reads = true;
  const store: TemporaryStore = {
    async read() {
      if (!works || !reads) throw new Error("unreadable");
      return kept;
    },
    async write(rules) {
      if (!works) throw new Error("over the quota");
      kept = rules;
    },
  };
  return {
    store,
    break: () => {
      works = false;
    },
    readsFail: () => {
      reads = false;
    },
    mend: () => {
      works = true;
      reads = true;
    },
    kept: () => kept,
  };
}

test("the newest comes first, one for the same site makes way, and a woken background finds them", async () => {
  const { store } = storeOf();
  const keeper = createTemporaryKeeper(store);
  await Promise.all([
    keeper.add(rule("a.test", "x")),
    keeper.add(rule("b.test", "x")),
    keeper.add(rule("a.test", "y")),
  ]);
  expect(keeper.rules).toEqual([rule("a.test", "y"), rule("b.test", "x")]);
  await keeper.remove("a.test");
  const woken = createTemporaryKeeper(store);
  await woken.load();
  expect(woken.rules).toEqual([rule("b.test", "x")]);
});

test("B20 · what cannot be kept is not in force, and what cannot be read is not taken for nothing", async () => {
  const { store, break: breakStore } = storeOf();
  const keeper = createTemporaryKeeper(store);
  await keeper.add(rule("a.test", "x"));
  breakStore();
  await expect(keeper.add(rule("b.test", "x"))).rejects.toThrow("quota");
  await expect(keeper.remove("a.test")).rejects.toThrow("quota");
  expect(keeper.rules).toEqual([rule("a.test", "x")]);
  await expect(createTemporaryKeeper(store).load()).rejects.toThrow("unreadable");
});

test("what could not be read is not written over, and is read when it can be", async () => {
  const { store, readsFail, mend, kept } = storeOf();
  await createTemporaryKeeper(store).add(rule("a.test", "x"));
  readsFail();
  const woken = createTemporaryKeeper(store);
  await expect(woken.load()).rejects.toThrow("unreadable");
  await expect(woken.add(rule("b.test", "x"))).rejects.toThrow("unreadable");
  await expect(woken.remove("a.test")).rejects.toThrow("unreadable");
  expect(kept()).toEqual([rule("a.test", "x")]);
  mend();
  await woken.add(rule("b.test", "x"));
  expect(kept()).toEqual([rule("b.test", "x"), rule("a.test", "x")]);
});
