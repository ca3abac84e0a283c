import { beforeEach, expect, test } from "vitest";
import fake, { fakeBrowser } from "../fakes/browser.ts";
import { eventually } from "./support/eventually.ts";

beforeEach(() => fakeBrowser.reset());

test("what the fake does not have throws", () => {
  expect(() => (fake as unknown as Record<string, unknown>).storage).toThrow("no browser.storage");
  expect(() => (fake.runtime as unknown as Record<string, unknown>).reload).toThrow("no browser.runtime.reload");
});

test("a message without a listener is refused, as in a browser", async () => {
  await expect(fake.runtime.sendMessage({})).rejects.toThrow("Receiving end does not exist");
});

test("messages are copies, and undefined arrives as null", async () => {
  const sent = { a: [1] };
  fake.runtime.onMessage.addListener(async (message) => {
    expect(message).toEqual(sent);
    expect(message).not.toBe(sent);
    return undefined;
  });
  expect(await fake.runtime.sendMessage(sent)).toBeNull();
});

test("the end of a port that disconnects is not told, the other one is", async () => {
  const heard: string[] = [];
  fake.runtime.onConnect.addListener((port) => port.onDisconnect.addListener(() => void heard.push("background")));
  const port = fake.runtime.connect({ name: "view" });
  port.onDisconnect.addListener(() => void heard.push("page"));
  await eventually(() => port.postMessage("hello"));
  await Promise.resolve();
  port.disconnect();
  await eventually(() => expect(heard).toEqual(["background"]));
  expect(() => port.postMessage("more")).toThrow("disconnected port");
});
