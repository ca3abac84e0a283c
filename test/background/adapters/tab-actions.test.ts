import { beforeEach, expect, test, vi } from "vitest";
import type { OpenRequest } from "../../../background/connections/open-request.ts";

const tab = { status: "loading", url: "https://shown.example/" };
const done: unknown[] = [];
vi.mock("webextension-polyfill", () => ({
  default: {
    tabs: {
      get: async () => tab,
      update: async (_: number, change: object) => void done.push(change),
      reload: async () => void done.push("reload"),
    },
  },
}));
const { createTabActions } = await import("../../../background/adapters/tab-actions.ts");

beforeEach(() => {
  Object.assign(tab, { status: "loading", url: "https://shown.example/" });
  done.length = 0;
});

const actions = createTabActions(() => false);
const load = (url: string | null, headedAt: number | null): OpenRequest => ({
  id: "1",
  tab: 7,
  frame: 0,
  type: "main_frame",
  method: "GET",
  origin: "https://shown.example:443",
  container: "",
  url,
  startedAt: 1,
  headedAt,
  ip: null,
  way: null,
  isPrivate: false,
});

test.each<[string, OpenRequest, readonly unknown[]]>([
  ["a page to come is asked for again", load("https://next.example/", null), [{ url: "https://next.example/" }]],
  ["a page that is still coming in is loaded again", load("https://shown.example/#part", 2), ["reload"]],
  ["an answer that the tab does not show is a download", load("https://file.example/", 2), []],
])("B11 · %s", async (_, request, wanted) => {
  expect(await actions.restartLoad(request)).toBe(wanted.length > 0);
  expect(done).toEqual(wanted);
});

test.each([
  ["whose answer had not come when the background was stopped", load("https://shown.example/", null)],
  ["whose end the background missed", load("https://shown.example/", 2)],
])("B11 · a finished page %s is left alone", async (_, request) => {
  tab.status = "complete";
  expect(await actions.restartLoad(request)).toBe(false);
  expect(done).toEqual([]);
});
