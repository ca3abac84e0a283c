// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from "@testing-library/preact";
import { act } from "preact/test-utils";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOptions } from "../../popup/models/options.ts";
import { OptionsApp } from "../../popup/views/options/options-app.tsx";
import { fakeBrowser } from "../fakes/browser.ts";
import { configDesk } from "./support/config-desk.ts";
import { view } from "./support/sample-view.ts";

const GOOD =
  '{\n  "outbounds": [\n    { "type": "http", "tag": "a", "server": "192.0.2.1", "server_port": 3128 }\n  ]\n}';
const BAD = GOOD.replace("3128", "99999");

async function openOptions(text: string) {
  const desk = configDesk(text);
  let back: () => void = () => undefined;
  const options = createOptions({
    ask: desk.ask,
    subscribe: (take) => take(view([], [], { mode: "system", control: { kind: "off" } })),
    onReturn: (then) => {
      back = then;
    },
    pages: { activeTab: async () => null, openSettings: async () => undefined, requestAccess: async () => true },
  });
  const page = render(<OptionsApp options={options} />);
  await act(async () => undefined);
  const editor = page.getByLabelText<HTMLTextAreaElement>("Configuration, as JSON");
  return { ...page, desk, editor, comeBack: () => act(async () => back()) };
}

const type = (area: HTMLElement, text: string): void => void fireEvent.input(area, { target: { value: text } });

beforeEach(() => fakeBrowser.reset());
afterEach(cleanup);

test("the editor holds what is saved, left to right, with its lines numbered", async () => {
  const page = await openOptions(GOOD);
  expect([page.editor.value, page.editor.closest("[dir]")?.getAttribute("dir")]).toEqual([GOOD, "ltr"]);
  expect(page.container.querySelector(".editor-numbers")?.textContent).toBe("1\n2\n3\n4\n5");
});

test("an error is listed with its line, the line is marked, and a click leads there", async () => {
  const page = await openOptions(GOOD);
  type(page.editor, BAD);
  const error = await page.findByRole("button", { name: /Line 3.*server_port/ });
  expect(page.container.querySelector(".editor-mark")?.getAttribute("data-level")).toBe("error");
  expect(page.editor.getAttribute("aria-invalid")).toBe("true");
  fireEvent.click(error);
  expect(page.editor.value.slice(page.editor.selectionStart, page.editor.selectionEnd)).toMatch(/"server_port": 99999/);
});

test("saving says how it went", async () => {
  const page = await openOptions("");
  type(page.editor, GOOD);
  expect(page.getByText("Unsaved changes")).toBeTruthy();
  fireEvent.click(page.getByRole("button", { name: "Save" }));
  expect(await page.findByText("Saved and in use.")).toBeTruthy();
  expect(page.desk.text()).toBe(GOOD);
});

test("a save elsewhere does not touch what was written here, and says so", async () => {
  const page = await openOptions("");
  type(page.editor, GOOD);
  page.desk.saveElsewhere("other");
  await page.comeBack();
  expect(page.editor.value).toBe(GOOD);
  expect(page.getByText(/changed elsewhere/)).toBeTruthy();
  fireEvent.click(page.getByRole("button", { name: "Load the other one" }));
  expect(page.editor.value).toBe("other");
  fireEvent.click(page.getByRole("button", { name: "Bring it back" }));
  expect(page.editor.value).toBe(GOOD);
});

test("pasted lines are counted, skipped ones explained, and adding offers to switch on", async () => {
  const page = await openOptions("");
  type(page.getByLabelText("Proxy lines"), "192.0.2.1:3128\nvless://x@a.example:443");
  expect(page.getByText("1 proxy found · 1 line skipped")).toBeTruthy();
  expect(page.getByText(/Line 2: a browser cannot speak/)).toBeTruthy();
  fireEvent.click(page.getByRole("button", { name: "Add 1 proxy" }));
  expect(await page.findByText("Added and saved.")).toBeTruthy();
  expect(page.getByRole("button", { name: "Turn Switchyard on" })).toBeTruthy();
});

test("a former version can be looked at and put into the editor, unsaved", async () => {
  const page = await openOptions(GOOD);
  page.desk.saveElsewhere(BAD);
  await page.comeBack();
  fireEvent.click(page.getByRole("button", { name: /Look at the version of/ }));
  expect((await page.findByLabelText<HTMLTextAreaElement>(/^Version of/)).value).toBe(GOOD);
  fireEvent.click(page.getByRole("button", { name: "Put it into the editor" }));
  expect([page.editor.value, page.desk.text()]).toEqual([GOOD, BAD]);
});
