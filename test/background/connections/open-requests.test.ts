import { expect, test } from "vitest";
import { createOpenRequests, type OpenRequests } from "../../../background/connections/open-requests.ts";
import { page, request } from "../support/sample-request.ts";

const ids = (requests: OpenRequests): string[] => requests.list().map(({ id }) => id);
const having = (...more: Parameters<typeof request>[0][]): OpenRequests => {
  const requests = createOpenRequests();
  for (const one of more) requests.begin(request(one));
  return requests;
};
const socket = { type: "websocket" };

test("B8 · a request is open from its start to its completion or error", () => {
  const requests = having({ id: "1" }, { id: "2" }, { id: "3" });
  requests.completed("1");
  requests.failed("3", 11_000);
  expect(ids(requests)).toEqual(["2"]);
});

test("B8 · a redirect is the same request at another address, and unanswered again", () => {
  const requests = having({ id: "1" });
  requests.headed("1", 10_100, "192.0.2.1");
  requests.begin(request({ id: "1", origin: "https://next.example:443" }));
  expect(requests.list()).toEqual([request({ id: "1", origin: "https://next.example:443" })]);
});

test("B8 · a WebSocket stays open when the browser says completed, until its page is replaced", () => {
  const requests = having({ id: "ws", ...socket }, { id: "other", ...socket, tab: 2 });
  requests.completed("ws");
  requests.begin(page({ id: "next" }));
  expect(ids(requests)).toEqual(["ws", "other", "next"]);
  requests.headed("next", 10_500, null);
  expect(ids(requests)).toEqual(["other", "next"]);
});

test("B8 · a frame that is replaced takes its own WebSockets along, not the page's", () => {
  const requests = having({ id: "page", ...socket, frame: 0 }, { id: "frame", ...socket, frame: 7 });
  requests.begin(request({ id: "next", type: "sub_frame", frame: 7 }));
  requests.headed("next", 10_500, null);
  expect(ids(requests)).toEqual(["page", "next"]);
});

test("B8 · a WebSocket that could not open is gone; all of a tab are when it is closed", () => {
  const requests = having({ id: "1", ...socket }, { id: "2", ...socket }, { id: "3" }, { id: "4", tab: 2 });
  requests.failed("1", 11_000);
  requests.tabClosed(1);
  expect(ids(requests)).toEqual(["4"]);
});

test("B8 · at most 5,000 are kept, the latest", () => {
  const requests = createOpenRequests();
  for (let id = 0; id < 5_010; id++) requests.begin(request({ id: `${id}` }));
  expect([requests.list().length, ids(requests)[0]]).toEqual([5_000, "10"]);
});

test("an answer that broke off is remembered for two minutes, with its way", () => {
  const requests = createOpenRequests();
  for (const id of ["unanswered", "answered"]) requests.begin(page({ id, way: null }));
  requests.headed("answered", 10_500, null);
  for (const id of ["unanswered", "answered"]) requests.failed(id, 20_000);
  requests.settle("answered", { outbound: "b", via: [] });
  expect(requests.broken(139_000)).toEqual([
    page({ id: "answered", headedAt: 10_500, way: { outbound: "b", via: [] } }),
  ]);
  expect(requests.broken(140_000)).toEqual([]);
});

test("a page that came by a sent form is known until another takes its place", () => {
  const requests = createOpenRequests();
  requests.begin(page({ id: "1", method: "POST" }));
  expect(requests.isFormResult(1)).toBe(false);
  requests.headed("1", 10_500, null);
  expect(requests.isFormResult(1)).toBe(true);
  requests.begin(page({ id: "2" }));
  requests.headed("2", 11_500, null);
  expect(requests.isFormResult(1)).toBe(false);
});

test("what is saved is found again, without private windows' requests and without what ended before it was read", () => {
  const before = having({ id: "stays" }, { id: "private", isPrivate: true }, { id: "ends" }, { id: "shut", tab: 3 });
  const saved: unknown = JSON.parse(JSON.stringify(before.save()));
  const after = having({ id: "new" });
  after.completed("ends");
  after.tabClosed(3);
  after.load(saved);
  expect(ids(after)).toEqual(["stays", "new"]);
});

test.each([undefined, null, 3, { open: "x" }, { open: [null, {}, { id: 1 }], forms: ["x"] }])(
  "a record that is none (%j) is an empty one",
  (saved) => {
    const requests = createOpenRequests();
    requests.load(saved);
    expect(requests.list()).toEqual([]);
  },
);
