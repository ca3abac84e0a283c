import { beforeEach, expect, test } from "vitest";
import type { Ask } from "../../popup/client.ts";
import { type ConfigDraft, createConfigDraft } from "../../popup/models/config-draft.ts";
import type { RequestName } from "../../src/protocol/requests.ts";
import { configDesk } from "./support/config-desk.ts";

let desk: ReturnType<typeof configDesk>;
let draft: ConfigDraft;

beforeEach(async () => {
  desk = configDesk("first");
  draft = createConfigDraft(desk.ask);
  await draft.refresh();
});

test("it begins with what is saved", () => {
  expect([draft.text.value, draft.dirty.value]).toEqual(["first", false]);
});

test("a save elsewhere is followed while nothing was written here", async () => {
  desk.saveElsewhere("second");
  await draft.refresh();
  expect([draft.text.value, draft.newer.value]).toEqual(["second", null]);
});

test("what a person wrote stays when somebody else saves, and the other is offered", async () => {
  draft.edit("mine");
  desk.saveElsewhere("second");
  await draft.refresh();
  expect([draft.text.value, draft.newer.value?.text]).toEqual(["mine", "second"]);
});

test("what is written while the configuration is still being read stays", async () => {
  const late = createConfigDraft(desk.ask);
  const reading = late.refresh();
  late.edit("mine");
  await reading;
  expect([late.text.value, late.dirty.value]).toEqual(["mine", true]);
});

test("what was written before the configuration was read is not saved over it unseen", async () => {
  const late = createConfigDraft(desk.ask);
  const reading = late.refresh();
  late.edit("mine");
  await reading;
  expect(late.newer.value?.text).toBe("first");
  await late.save();
  expect([desk.text(), late.text.value, late.newer.value?.text]).toEqual(["first", "mine", "first"]);
});

test("saving makes it clean, and the former version is listed", async () => {
  draft.edit("mine");
  await draft.save();
  expect([desk.text(), draft.dirty.value, draft.saving.value.kind]).toEqual(["mine", false, "saved"]);
  expect(draft.saved.value?.versions).toHaveLength(1);
});

test("a save whose answer never came is no conflict with oneself: what is saved is what is written here", async () => {
  let dies = true;
  const ask = (async (name: RequestName, asked: never) => {
    const answer = await desk.ask(name, asked);
    if (name === "saveConfig" && dies) throw new Error("the background gave no answer");
    return answer;
  }) as Ask;
  const cut = createConfigDraft(ask);
  await cut.refresh();
  cut.edit("mine");
  await cut.save();
  expect([desk.text(), cut.text.value, cut.dirty.value, cut.newer.value]).toEqual(["mine", "mine", false, null]);
  expect(cut.saving.value.kind).toBe("saved");
  dies = false;
  cut.edit("mine and more");
  await cut.save();
  expect([desk.text(), cut.saving.value.kind]).toEqual(["mine and more", "saved"]);
});

test("what is written while saving stays, unsaved", async () => {
  draft.edit("mine");
  const saving = draft.save();
  draft.edit("mine and more");
  await saving;
  expect([desk.text(), draft.text.value, draft.dirty.value]).toEqual(["mine", "mine and more", true]);
  expect(draft.newer.value).toBeNull();
});

test("a conflict saves nothing and shows the other text", async () => {
  draft.edit("mine");
  desk.saveElsewhere("second");
  await draft.save();
  expect([desk.text(), draft.text.value, draft.newer.value?.text]).toEqual(["second", "mine", "second"]);
});

test("saving over it is the person's choice", async () => {
  draft.edit("mine");
  desk.saveElsewhere("second");
  await draft.save();
  await draft.save(true);
  expect([desk.text(), draft.newer.value, draft.dirty.value]).toEqual(["mine", null, false]);
});

test("taking the other text keeps the own one aside, to be brought back", async () => {
  draft.edit("mine");
  desk.saveElsewhere("second");
  await draft.save();
  draft.takeNewer();
  expect([draft.text.value, draft.kept.value, draft.dirty.value]).toEqual(["second", "mine", false]);
  draft.bringBack();
  expect([draft.text.value, draft.kept.value]).toEqual(["mine", null]);
});

test("a former version put into the editor is an edit, and an unsaved text is kept aside", () => {
  draft.put("old");
  expect([draft.text.value, draft.dirty.value, draft.kept.value]).toEqual(["old", true, null]);
  draft.edit("mine");
  draft.put("older");
  expect(draft.kept.value).toBe("mine");
});

test("a refused save says so and changes nothing", async () => {
  draft.edit("wrong");
  await draft.save();
  expect([draft.saving.value.kind, desk.text(), draft.text.value]).toEqual(["refused", "first", "wrong"]);
});

test("a background that does not answer is said, and the text stays", async () => {
  const dead = createConfigDraft((() => Promise.reject(new Error("storage"))) as Ask);
  await dead.refresh();
  expect(dead.saving.value).toEqual({ kind: "unread", message: "storage" });
  dead.edit("mine");
  await dead.save();
  expect([dead.saving.value.kind, dead.text.value]).toEqual(["failed", "mine"]);
});

test("texts that were put aside one after the other all come back, the last one first", () => {
  for (const [mine, other] of [
    ["one", "a"],
    ["two", "b"],
    ["three", "c"],
  ] as const) {
    draft.edit(mine);
    draft.put(other);
  }
  draft.undo();
  const back: unknown[] = [];
  for (let i = 0; i < 4; i++) {
    back.push(draft.kept.value);
    draft.dismiss();
  }
  expect(back).toEqual(["c", "three", "two", "one"]);
  expect(draft.kept.value).toBeNull();
});

test("a text that was brought back changes places with the one that it takes the place of", () => {
  draft.edit("mine");
  draft.put("other");
  draft.bringBack();
  expect([draft.text.value, draft.kept.value]).toEqual(["mine", "other"]);
  draft.bringBack();
  expect([draft.text.value, draft.kept.value]).toEqual(["other", "mine"]);
});
