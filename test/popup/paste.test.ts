import { beforeEach, expect, test } from "vitest";
import type { Ask } from "../../popup/client.ts";
import { type ConfigDraft, createConfigDraft } from "../../popup/models/config-draft.ts";
import { createPaste, type Paste } from "../../popup/models/paste.ts";
import { configDesk } from "./support/config-desk.ts";

const LINES = "192.0.2.1:3128\nvless://x@a.example:443\n198.51.100.2:8080\n192.0.2.1:3128";

async function begin(text: string): Promise<{ desk: ReturnType<typeof configDesk>; draft: ConfigDraft; paste: Paste }> {
  const desk = configDesk(text);
  const draft = createConfigDraft(desk.ask);
  await draft.refresh();
  return { desk, draft, paste: createPaste(draft) };
}

let now: Awaited<ReturnType<typeof begin>>;
beforeEach(async () => {
  now = await begin("");
});

test("what is taken, skipped and repeated is counted as one types", () => {
  now.paste.text.value = LINES;
  const { taken, skipped, duplicates } = now.paste.found.value;
  expect([taken.length, skipped.length, duplicates.length]).toEqual([2, 1, 1]);
});

test("adding saves them in groups to choose from, and empties the box", async () => {
  now.paste.text.value = LINES;
  await now.paste.add();
  const { outbounds, route } = JSON.parse(now.desk.text() ?? "");
  expect(outbounds.map((one: { tag: string }) => one.tag).slice(-3)).toEqual(["fastest", "balance", "select"]);
  expect(route.final).toBe("select");
  expect([now.paste.added.value?.kind, now.paste.text.value]).toEqual(["saved", ""]);
});

test("the type of lines that name none can be told", () => {
  now.paste.text.value = LINES;
  now.paste.assumed.value = "socks5";
  expect(now.paste.found.value.taken.map(({ protocol }) => protocol)).toEqual(["socks5", "socks5"]);
});

test("adding the same again changes nothing and says so", async () => {
  now.paste.text.value = LINES;
  await now.paste.add();
  const before = now.desk.text();
  now.paste.text.value = LINES;
  await now.paste.add();
  expect([now.paste.added.value?.kind, now.desk.text()]).toEqual(["known", before]);
});

test("unsaved changes are not saved along: the proxies join them", async () => {
  now.paste.text.value = "192.0.2.1:3128";
  await now.paste.add();
  const saved = now.desk.text();
  now.draft.edit(`${now.draft.text.value}\n// mine`);
  now.paste.text.value = "198.51.100.2:8080";
  await now.paste.add();
  expect([now.paste.added.value?.kind, now.desk.text()]).toEqual(["drafted", saved]);
  expect(now.draft.text.value).toMatch(/198\.51\.100\.2[\s\S]*\/\/ mine/);
});

test("a configuration with an error is left alone", async () => {
  now.draft.edit('{ "outbounds": [ { "type": "http" } ] }');
  now.paste.text.value = LINES;
  await now.paste.add();
  expect([now.paste.added.value?.kind, now.paste.text.value]).toEqual(["config-wrong", LINES]);
});

async function withBare(): Promise<void> {
  now.paste.text.value = "192.0.2.1:3128";
  await now.paste.add();
  now.paste.text.value = "192.0.2.1:3128:u:p\n198.51.100.2:8080";
}
const proxiesNow = () =>
  JSON.parse(now.desk.text() ?? "").outbounds.filter((one: { type: string }) => one.type === "http");

test("an account for a proxy that is there without one is offered, and given when a person says so", async () => {
  await withBare();
  expect([now.paste.matched.value.twice, now.paste.once.value]).toEqual([1, false]);
  now.paste.once.value = true;
  await now.paste.add();
  expect(proxiesNow()).toMatchObject([
    { server: "192.0.2.1", username: "u", password: "p" },
    { server: "198.51.100.2" },
  ]);
  expect([now.paste.added.value?.kind, now.paste.once.value]).toEqual(["saved", false]);
});

test("where nobody says so both stay proxies of their own", async () => {
  await withBare();
  await now.paste.add();
  expect(proxiesNow()).toHaveLength(3);
});

test("an account alone is given, and that is what is said", async () => {
  await withBare();
  now.paste.text.value = "192.0.2.1:3128:u:p";
  now.paste.once.value = true;
  await now.paste.add();
  expect([now.paste.added.value?.kind, proxiesNow().length]).toEqual(["given", 1]);
});

test("a line without the account that the proxy has there changes nothing", async () => {
  now.paste.text.value = "192.0.2.1:3128:u:p";
  await now.paste.add();
  const before = now.desk.text();
  now.paste.text.value = "192.0.2.1:3128";
  now.paste.once.value = true;
  await now.paste.add();
  expect([now.paste.added.value?.kind, now.desk.text()]).toEqual(["known", before]);
});

test("a whole configuration is no proxy lines, but can go into the editor", () => {
  now.paste.text.value = ' { "outbounds": [] }';
  expect([now.paste.isConfig.value, now.paste.found.value.skipped]).toEqual([true, []]);
  now.paste.intoEditor();
  expect(now.draft.text.value).toBe(' { "outbounds": [] }');
});

test("proxies that are added before the configuration was read join it, and do not take its place", async () => {
  await now.paste.add();
  now.paste.text.value = "192.0.2.1:3128";
  await now.paste.add();
  const early = createPaste(createConfigDraft(now.desk.ask));
  early.text.value = "198.51.100.2:8080";
  await early.add();
  expect(early.added.value?.kind).toBe("saved");
  expect(now.desk.text()).toMatch(/192\.0\.2\.1[\s\S]*198\.51\.100\.2/);
});

test("while the configuration cannot be read nothing is added, and what was pasted stays", async () => {
  const dead = createPaste(createConfigDraft((() => Promise.reject(new Error("storage"))) as Ask));
  dead.text.value = "192.0.2.1:3128";
  await dead.add();
  expect([dead.added.value, dead.text.value]).toEqual([{ kind: "unread", message: "storage" }, "192.0.2.1:3128"]);
});

test.each([
  ["an object", ' \ufeff{ "outbounds": [] }', true],
  ["an object behind comments", "// Hiddify\n/* of\n today */\n{", true],
  ["lines behind a comment", "// mine\n192.0.2.1:80", false],
  ["a comment without an end", "/* {", false],
])("whether what was pasted is a configuration: %s", (_, text, is) => {
  now.paste.text.value = text;
  expect(now.paste.isConfig.value).toBe(is);
});
