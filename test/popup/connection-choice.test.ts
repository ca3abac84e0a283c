import { expect, test } from "vitest";
import { createConfigDraft } from "../../popup/models/config-draft.ts";
import { createConnectionChoice } from "../../popup/models/connection-choice.ts";
import { configDesk } from "./support/config-desk.ts";

const GOOD = '{\n  // mine\n  "outbounds": [],\n  "experimental": { "monitoring": { "interval": "1m" } }\n}';

async function choiceOn(text: string, granted = true) {
  const desk = configDesk(text);
  const draft = createConfigDraft(desk.ask);
  await draft.refresh();
  const asked: string[] = [];
  const choice = createConnectionChoice(draft, {
    family: "firefox",
    activeTab: async () => null,
    containers: async () => [],
    openSettings: async () => undefined,

    openOwnPage: async () => undefined,
    requestAccess: async () => true,
    async requestPermission(name) {
      asked.push(name);
      return granted;
    },
    hints: { isHidden: () => false, hide: () => undefined },
  });
  return { desk, draft, choice, asked };
}

test("B11 · unset, tabs are left and downloads too", async () => {
  const { choice } = await choiceOn(GOOD);
  expect([choice.tabs.value, choice.downloads.value]).toEqual(["leave", false]);
});

test.each([
  ["stop", ["scripting"]],
  ["reload", []],
  ["leave", []],
] as const)("B11 · to %s asks for %j, and is saved in the configuration beside what is there", async (tabs, asks) => {
  const { choice, asked, desk } = await choiceOn(GOOD);
  await choice.chooseTabs(tabs);
  expect([asked, choice.tabs.value, choice.chosen.value]).toEqual([asks, tabs, "saved"]);
  expect(desk.text()).toContain("// mine");
  expect(desk.text()).toContain(`"tabs": "${tabs}"`);
});

test("B11 · downloads need a permission to be taken up, and none to be left", async () => {
  const { choice, asked } = await choiceOn(GOOD);
  await choice.chooseDownloads(true);
  expect(choice.downloads.value).toBe(true);
  await choice.chooseDownloads(false);
  expect([choice.downloads.value, asked]).toEqual([false, ["downloads"]]);
});

test("a permission that is not given leaves everything as it was", async () => {
  const { choice, desk } = await choiceOn(GOOD, false);
  await choice.chooseTabs("stop");
  expect([choice.tabs.value, choice.chosen.value, desk.text()]).toEqual(["leave", "denied", GOOD]);
});

test("unsaved changes stay unsaved", async () => {
  const { choice, desk, draft } = await choiceOn(GOOD);
  draft.edit(GOOD.replace("1m", "2m"));
  await choice.chooseTabs("reload");
  expect([choice.tabs.value, choice.chosen.value, desk.text()]).toEqual(["reload", "drafted", GOOD]);
});

test.each(["", "{ not JSON", '{ "experimental": 3 }'])("in %j there is no place for it", async (text) => {
  const { choice, draft } = await choiceOn(text);
  await choice.chooseTabs("reload");
  expect([choice.chosen.value, draft.text.value]).toEqual(["config-wrong", text]);
});
