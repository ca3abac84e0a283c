import { effect } from "@preact/signals";
import { expect, test } from "vitest";
import { createViewStore } from "../../popup/models/view-store.ts";
import { delay, group, member, view } from "./support/sample-view.ts";

test("a row hears of a new view only when its own proxy changed", () => {
  const store = createViewStore();
  const heard: unknown[] = [];
  store.take(view([member("a"), member("b")]));
  effect(() => void heard.push(store.member("a").value?.shown.kind));
  store.take(view([member("a"), member("b", { shown: delay(5) })]));
  store.take(view([member("a", { shown: delay(7) }), member("b")]));
  expect(heard).toEqual(["untested", "delay"]);
});

test("before the first view nothing is known, and the extension counts as off", () => {
  const store = createViewStore();
  expect([store.view.value, store.mode.value, store.memberTags.value]).toEqual([null, "system", []]);
});

test("tags keep the configuration's order", () => {
  const store = createViewStore();
  store.take(view([member("z"), member("a")], [group("y", ["z"]), group("b", ["a"])]));
  expect([store.memberTags.value, store.groupTags.value]).toEqual([
    ["z", "a"],
    ["y", "b"],
  ]);
});
