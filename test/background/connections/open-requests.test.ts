import { describe, expect, test } from "vitest";
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

test("B8 · what no event ever tells of is not followed, however much of it there is; what an event tells of is, from then on", () => {
  const requests = createOpenRequests();
  for (let i = 0; i < 10_000; i++) requests.expect(request({ id: `untold ${i}` }));
  requests.expect(request({ id: "1" }));
  requests.expect(request({ id: "2" }));
  expect(requests.list()).toEqual([]);
  requests.seen("untold 0"); // long gone
  requests.seen("1");
  requests.failed("2", 11_000);
  requests.seen("2");
  expect(requests.list()).toEqual([request({ id: "1" })]);
  requests.expect(request({ id: "1", origin: "https://next.example:443" }));
  requests.seen("1");
  expect(requests.list()).toEqual([request({ id: "1", origin: "https://next.example:443" })]);
});

test("B8 · a redirect is the same request at another address, and unanswered again", () => {
  const requests = having({ id: "1" });
  requests.headed("1", 10_100, "192.0.2.1", true);
  requests.begin(request({ id: "1", origin: "https://next.example:443" }));
  expect(requests.list()).toEqual([request({ id: "1", origin: "https://next.example:443" })]);
});

test("B8 · a WebSocket stays open when the browser says completed, until its page is replaced", () => {
  const requests = having({ id: "ws", ...socket }, { id: "other", ...socket, tab: 2 });
  requests.completed("ws");
  requests.begin(page({ id: "next" }));
  expect(ids(requests)).toEqual(["ws", "other", "next"]);
  requests.headed("next", 10_500, null, true);
  expect(ids(requests)).toEqual(["other", "next"]);
});

test("B8 · a page stays when what it loads is a download: so do its WebSockets", () => {
  const requests = having({ id: "ws", ...socket });
  requests.completed("ws");
  requests.begin(page({ id: "file" }));
  requests.headed("file", 10_500, null, false);
  requests.completed("file");
  expect(ids(requests)).toEqual(["ws"]);
});

test("B8 · a frame that is replaced takes its own WebSockets along, not the page's", () => {
  const requests = having({ id: "page", ...socket, frame: 0 }, { id: "frame", ...socket, frame: 7 });
  requests.begin(request({ id: "next", type: "sub_frame", frame: 7 }));
  requests.headed("next", 10_500, null, true);
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
  requests.headed("answered", 10_500, null, true);
  for (const id of ["unanswered", "answered"]) requests.failed(id, 20_000);
  requests.settle("answered", { outbound: "b", via: [] });
  expect(requests.broken(139_000)).toEqual([
    page({ id: "answered", headedAt: 10_500, way: { outbound: "b", via: [] } }),
  ]);
  expect(requests.broken(140_000)).toEqual([]);
});

describe("to load a page again might send a form again", () => {
  const form = "https://site.example/pay";
  const sent = (more: Parameters<typeof page>[0] = {}): OpenRequests =>
    having(page({ method: "POST", url: form, ...more }));

  test("while it is sent and when it failed, whatever the tab shows", () => {
    const requests = sent();
    expect(requests.isFormResult(1, "https://site.example/")).toBe(true);
    requests.failed("1", 11_000);
    expect(requests.isFormResult(1, "https://site.example/")).toBe(true);
    expect(requests.isFormResult(2, form)).toBe(false);
  });

  test("at the form's address also when another page, or a download, came after it, until the tab is closed", () => {
    const requests = sent();
    requests.headed("1", 10_500, null, true);
    requests.begin(page({ id: "2", url: "https://site.example/file" }));
    requests.headed("2", 11_500, null, true);
    expect(requests.isFormResult(1, "https://site.example/file")).toBe(false);
    expect(requests.isFormResult(1, `${form}#receipt`)).toBe(true);
    requests.tabClosed(1);
    expect(requests.isFormResult(1, form)).toBe(false);
  });

  test("for a background that was stopped too; of a private window no address is written down, so all of its tab's count", () => {
    const requests = sent();
    requests.begin(page({ id: "2", tab: 2, method: "POST", url: form, isPrivate: true }));
    for (const tab of [1, 2]) {
      requests.begin(page({ id: `next ${tab}`, tab }));
      requests.headed(`next ${tab}`, 11_500, null, true);
    }
    const saved: unknown = JSON.parse(JSON.stringify(requests.save()));
    const woken = createOpenRequests();
    woken.load(saved);
    const other = "https://site.example/";
    expect([woken.isFormResult(1, form), woken.isFormResult(1, other)]).toEqual([true, false]);
    expect([woken.isFormResult(2, form), woken.isFormResult(2, other)]).toEqual([true, true]);
  });
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
