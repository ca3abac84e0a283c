import { beforeEach, expect, test } from "vitest";
import { createMemberList } from "../../popup/models/member-list.ts";
import { createViewStore } from "../../popup/models/view-store.ts";
import type { View } from "../../src/protocol/view.ts";
import { fakeBrowser } from "../fakes/browser.ts";
import { delay, failed, group, member, view } from "./support/sample-view.ts";

const exit = (country: string, ip: string) => ({ exit: { ip, country } });
const MEMBERS = [
  member("a", { shown: delay(300), ...exit("DE", "192.0.2.1") }),
  member("b", { shown: failed("timeout") }),
  member("c", { shown: delay(20), ...exit("NL", "198.51.100.2"), protocol: "socks5" }),
  member("d"),
  member("e", { shown: delay(100), ...exit("DE", "203.0.113.3") }),
];
const GROUPS = [
  group("fastest", ["a", "b", "c"], { type: "lowest-delay", selected: "c" }),
  group("select", ["fastest", "d"], { type: "selector", selected: "fastest" }),
];

function listOf(now: View = view(MEMBERS, GROUPS)) {
  const store = createViewStore();
  const list = createMemberList(store);
  store.take(now);
  return { store, list };
}

beforeEach(() => fakeBrowser.reset());

test("the list is that of the group that picks the proxy in use", () => {
  const { list } = listOf();
  expect(list.listed.value).toEqual({ kind: "group", tag: "fastest" });
  expect(list.rows.value).toEqual(["a", "b", "c"]);
});

test("without groups every proxy is listed", () => {
  expect(listOf(view(MEMBERS)).list.rows.value).toEqual(["a", "b", "c", "d", "e"]);
});

test("a list that was chosen stays while its group is there", () => {
  const { store, list } = listOf();
  list.show({ kind: "group", tag: "select" });
  expect(list.rows.value).toEqual(["fastest", "d"]);
  store.take(view(MEMBERS, GROUPS.slice(0, 1)));
  expect(list.rows.value).toEqual(["a", "b", "c"]);
});

test("fastest first: by delay, then the untested, then the failed", () => {
  const { list } = listOf();
  list.show({ kind: "all" });
  list.sort("delay");
  expect(list.rows.value).toEqual(["c", "e", "a", "d", "b"]);
});

test("rows do not move by themselves when a delay changes, but when the tests a person asked for have ended", () => {
  const { store, list } = listOf();
  list.show({ kind: "all" });
  list.sort("delay");
  const faster = MEMBERS.map((one) => (one.tag === "a" ? { ...one, shown: delay(5) } : one));
  store.take(view(faster, GROUPS, { asked: { done: 1, total: 5 } }));
  expect(list.rows.value[0]).toBe("c");
  store.take(view(faster, GROUPS));
  expect(list.rows.value[0]).toBe("a");
});

test.each([
  ["germany", ["a", "e"]],
  ["198.51", ["c"]],
  ["socks", ["c"]],
  [" D ", ["a", "d", "e", "c"].sort()],
  ["zzz", []],
])("a search for %j finds %j", (query, found) => {
  const { list } = listOf();
  list.show({ kind: "all" });
  list.search.value = query;
  expect([...list.rows.value].sort()).toEqual(found);
});

test("the Tab key leads to the row that had the focus, else to the first", () => {
  const { list } = listOf();
  expect(list.entry.value).toBe("a");
  list.enter("c");
  expect(list.entry.value).toBe("c");
  list.show({ kind: "group", tag: "select" });
  expect(list.entry.value).toBe("fastest");
});
