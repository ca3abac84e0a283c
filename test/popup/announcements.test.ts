import { signal } from "@preact/signals";
import { beforeEach, expect, test } from "vitest";
import { createAnnouncements } from "../../popup/models/announcements.ts";
import { createViewStore } from "../../popup/models/view-store.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { delay, failed, group, member, view } from "./support/sample-view.ts";

const MEMBERS = [member("a", { shown: delay(42) }), member("b", { shown: failed("timeout") })];
const asked = (done: number) => view(MEMBERS, [], { asked: { done, total: 2 } });

function announced(tested: readonly string[], views: readonly ReturnType<typeof view>[]): string[] {
  const store = createViewStore();
  const run = async (): Promise<boolean> => true;
  const words = createAnnouncements(store, { run, test: run, tested: signal(tested), failure: signal(null) });
  const heard: string[] = [];
  words.subscribe((one) => void heard.push(one));
  for (const one of views) store.take(one);
  return heard.filter((one) => one !== "");
}

beforeEach(() => fakeBrowser.reset());

test("tests are announced when they begin and when they end, not at each step", () => {
  expect(announced([], [view(MEMBERS), asked(0), asked(1), view(MEMBERS)])).toEqual([
    "Testing…",
    "Test finished: 1 of 2 work.",
  ]);
});

test("of a group its proxies are counted, through the groups inside it, and those that are switched off are not", () => {
  const members = [...MEMBERS, member("c", { shown: delay(7) }), member("off", { enabled: false })];
  const groups = [group("inner", ["b", "off"]), group("outer", ["inner", "a", "direct"])];
  const views = (asked: ReturnType<typeof view>["asked"]) => view(members, groups, { asked });
  const seen = [views(null), views({ done: 0, total: 2 }), views(null)];
  expect(announced(["outer"], seen).at(-1)).toBe("Test finished: 1 of 2 work.");
  expect(announced([], seen).at(-1)).toBe("Test finished: 2 of 3 work.");
});

test("a test of one proxy ends with its result", () => {
  expect(announced(["b"], [view(MEMBERS), asked(0), view(MEMBERS)]).at(-1)).toBe("\u2068b\u2069: timed out");
});

test("a pick is announced, a strategy's own choice is not", () => {
  const groups = (picked: string, fastest: string) => [
    group("fastest", ["a", "b"], { type: "lowest-delay", selected: fastest }),
    group("select", ["fastest", "a"], { type: "selector", selected: picked }),
  ];
  const views = [groups("fastest", "a"), groups("fastest", "b"), groups("a", "b")];
  expect(
    announced(
      [],
      views.map((one) => view(MEMBERS, one)),
    ),
  ).toEqual(["Now using \u2068a\u2069."]);
});

test("another mode is announced; the first view is not", () => {
  const off = view(MEMBERS, [], { mode: "system", control: { kind: "off" } });
  const direct = view(MEMBERS, [], { mode: "direct" });
  expect(announced([], [view(MEMBERS), off, direct, view(MEMBERS)])).toEqual([
    "Switchyard is off now: the browser uses its own settings.",
    "Everything leaves directly now, without a proxy.",
    "Your rules and groups decide now.",
  ]);
});

test("a mode is not announced as long as something else decides where requests go", () => {
  const off = view(MEMBERS, [], { mode: "system", control: { kind: "off" } });
  const starting = view(MEMBERS, [], { control: { kind: "off" } });
  const taken = view(MEMBERS, [], { control: { kind: "taken", by: "policy" } });
  expect(announced([], [off, starting, taken, view(MEMBERS)])).toEqual(["Your rules and groups decide now."]);
  expect(announced([], [off, taken])).toEqual([]);
});
