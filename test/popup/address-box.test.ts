import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Ask } from "../../popup/client.ts";
import { createAddressBox } from "../../popup/models/address-box.ts";
import type { AddressView } from "../../src/protocol/address-view.ts";
import type { View } from "../../src/protocol/view.ts";
import { view } from "./support/sample-view.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A box whose questions are answered by hand, in any order. */
function openBox() {
  const views = signal<View | null>(null);
  const waiting: { readonly asked: unknown; readonly answer: (view: AddressView) => void }[] = [];
  const ask = ((_: string, asked: unknown) =>
    new Promise((answer) => void waiting.push({ asked, answer }))) as unknown as Ask;
  const box = createAddressBox({ ask, store: { view: views }, pages: { containers: async () => [] } });
  return { box, views, waiting };
}

test("what is typed is asked for when the writer pauses, once", async () => {
  const { box, waiting } = openBox();
  for (const typed of ["e", "ex", "example.com "]) {
    box.text.value = typed;
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waiting.map(({ asked }) => asked)).toEqual([{ address: "example.com", container: "" }]);
});

test("while views come all the time it is asked again, at most once a second", async () => {
  const { box, views, waiting } = openBox();
  box.text.value = "example.com";
  await vi.advanceTimersByTimeAsync(200);
  for (let i = 0; i < 100; i++) {
    views.value = view([], [], { revision: i });
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(waiting.length).toBeGreaterThanOrEqual(4);
  expect(waiting.length).toBeLessThanOrEqual(6);
});

test("an answer that comes too late does not take the place of a newer one; nothing typed, nothing found", async () => {
  const { box, waiting } = openBox();
  for (const typed of ["old", "new"]) {
    box.text.value = typed;
    await vi.advanceTimersByTimeAsync(200);
  }
  waiting[1]?.answer({ kind: "wrong", why: "port" });
  await vi.advanceTimersByTimeAsync(0);
  waiting[0]?.answer({ kind: "wrong", why: "host" });
  await vi.advanceTimersByTimeAsync(0);
  expect(box.found.value).toEqual({ kind: "wrong", why: "port" });
  box.text.value = " ";
  await vi.advanceTimersByTimeAsync(200);
  expect(box.found.value).toBeNull();
  expect(waiting).toHaveLength(2);
});
