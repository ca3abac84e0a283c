import { beforeEach, expect, test } from "vitest";
import { ask } from "../../popup/client.ts";
import fake, { fakeBrowser } from "../fakes/browser.ts";

beforeEach(() => fakeBrowser.reset());

test("a request reaches the background under its name, and its answer comes back", async () => {
  const heard: unknown[] = [];
  fake.runtime.onMessage.addListener(async (message) => {
    heard.push(message);
    return { ok: true, value: ["a line"] };
  });
  expect(await ask("readLog")).toEqual(["a line"]);
  await ask("pick", { group: "select", member: "de-1" });
  expect(heard).toEqual([{ ask: "readLog" }, { ask: "pick", with: { group: "select", member: "de-1" } }]);
});

test("a background that failed is an error with its words", async () => {
  fake.runtime.onMessage.addListener(async () => ({ ok: false, message: "storage" }));
  await expect(ask("readConfig")).rejects.toThrow("storage");
});

test("an answer from nobody is an error, not an empty answer", async () => {
  fake.runtime.onMessage.addListener(() => undefined);
  await expect(ask("readLog")).rejects.toThrow("no answer to readLog");
});
