import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { subscribeView } from "../../popup/adapters/view-port.ts";
import type { View } from "../../src/protocol/view.ts";
import fake, { fakeBrowser } from "../fakes/browser.ts";
import { view } from "./support/sample-view.ts";

beforeEach(() => {
  fakeBrowser.reset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

test("the view comes with the connection, and again after the background was stopped", async () => {
  const taken: View[] = [];
  let connections = 0;
  fake.runtime.onConnect.addListener((port) => port.postMessage(view([], [], { revision: ++connections })));
  subscribeView((one) => taken.push(one));
  await settle();
  fakeBrowser.stopBackground();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(taken.map(({ revision }) => revision)).toEqual([1, 2]);
});

test("while nobody answers it tries again, more and more slowly", async () => {
  const connect = vi.spyOn(fake.runtime, "connect");
  subscribeView(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(connect.mock.calls.length).toBeGreaterThan(5);
  expect(connect.mock.calls.length).toBeLessThan(12);
  connect.mockRestore();
});

test("a connection that throws is tried again", async () => {
  const connect = vi.spyOn(fake.runtime, "connect").mockImplementationOnce(() => {
    throw new Error("Extension context invalidated.");
  });
  fake.runtime.onConnect.addListener((port) => port.postMessage(view([])));
  const taken: View[] = [];
  subscribeView((one) => taken.push(one));
  await vi.advanceTimersByTimeAsync(500);
  expect(taken.length).toBe(1);
  connect.mockRestore();
});

test("a connection on which no view comes is opened again", async () => {
  const taken: View[] = [];
  let connections = 0;
  fake.runtime.onConnect.addListener((port) => {
    connections += 1;
    if (connections > 1) port.postMessage(view([]));
  });
  subscribeView((one) => taken.push(one));
  await vi.advanceTimersByTimeAsync(9_000);
  expect([connections, taken.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([connections, taken.length]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([connections, taken.length]).toEqual([2, 1]);
});

test("an ended subscription stays ended", async () => {
  const connect = vi.spyOn(fake.runtime, "connect");
  subscribeView(() => undefined)();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(connect.mock.calls.length).toBe(1);
  connect.mockRestore();
});
