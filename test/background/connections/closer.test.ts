import { expect, test } from "vitest";
import { type Close, createCloser } from "../../../background/connections/closer.ts";
import type { OpenRequest } from "../../../background/connections/open-request.ts";
import type { Connections } from "../../../background/ports/connections.ts";
import type { ConnectionSettings } from "../../../src/model/settings.ts";
import { page, request } from "../support/sample-request.ts";

const CLOSE: Close = { kind: "close", group: "g", members: ["a"], why: "died", interrupt: true };
const TIMES = { settings: { tabs: "leave", downloads: false } as ConnectionSettings, takesOver: () => true };

/** Connections that write down what is asked of them. */
function watched(open: readonly OpenRequest[], broken: readonly OpenRequest[] = [], isPage = true) {
  const did: string[] = [];
  const connections: Connections = {
    open: async () => open,
    broken: async () => broken,
    renew: (members) => void did.push(`renew ${members}`),
    async restartLoad({ id }) {
      if (isPage) did.push(`restart ${id}`);
      return isPage;
    },
    stopTab: async (tab) => void did.push(`stop ${tab}`),
    reloadTab: async (tab) => void did.push(`reload ${tab}`),
    moveDownload: async ({ id }) => void did.push(`move ${id}`),
    settle: async () => undefined,
  };
  return { closer: createCloser(connections), did };
}

test("B11 · without interrupt new requests leave the connections, and nothing of the user's is touched", async () => {
  const { closer, did } = watched([page({ id: "p" }), request({ id: "i", tab: 2 })]);
  await closer.close([{ ...CLOSE, interrupt: false }], { ...TIMES, settings: { tabs: "reload", downloads: true } });
  expect(did).toEqual(["renew a"]);
});

test("B9 · with it a page still loading is loaded anew, other tabs as chosen, and nobody else's", async () => {
  const open = [
    page({ id: "load", tab: 1 }),
    request({ id: "of the same tab", tab: 1 }),
    request({ id: "image", tab: 2 }),
    request({ id: "socket", tab: 2, type: "websocket" }),
    request({ id: "another member's", tab: 3, way: { outbound: "b", via: ["g"] } }),
    request({ id: "another group's", tab: 4, way: { outbound: "a", via: ["h"] } }),
    request({ id: "not known", tab: 5, way: null }),
    request({ id: "no tab's", tab: -1 }),
    request({ id: "no part of the page", tab: 6, type: "ping" }),
  ];
  for (const [tabs, expected] of [
    ["leave", ["restart load"]],
    ["stop", ["restart load", "stop 2"]],
    ["reload", ["restart load", "reload 2"]],
  ] as const) {
    const { closer, did } = watched(open);
    await closer.close([CLOSE], { ...TIMES, settings: { tabs, downloads: false } });
    expect(did).toEqual(["renew a", ...expected]);
  }
});

test("B11 · a sent form is never sent again, and its tab is left alone", async () => {
  const { closer, did } = watched([page({ id: "form", method: "POST" }), request({ id: "image" })]);
  await closer.close([CLOSE], { ...TIMES, settings: { tabs: "reload", downloads: false } });
  expect(did).toEqual(["renew a"]);
});

test("B9 · a request is acted upon once, however often its member's tests fail", async () => {
  const { closer, did } = watched([page({ id: "load" }), request({ id: "image", tab: 2 })]);
  const times = { ...TIMES, settings: { tabs: "reload", downloads: false } as const };
  await Promise.all([closer.close([CLOSE], times), closer.close([CLOSE], times)]);
  expect(did).toEqual(["renew a", "restart load", "reload 2", "renew a"]);
});

test("B20 · nothing is touched where no working member takes over", async () => {
  const { closer, did } = watched([page({ id: "load" })]);
  await closer.close([CLOSE], { ...TIMES, takesOver: () => false });
  expect(did).toEqual(["renew a"]);
  await closer.close([CLOSE], TIMES);
  expect(did).toEqual(["renew a", "renew a", "restart load"]);
});

test("downloads are moved only when chosen: what is under way and is no page, and what broke off", async () => {
  const download = page({ id: "download", headedAt: 11_000 });
  const broken = [page({ id: "broken" }), page({ id: "another's", way: { outbound: "b", via: ["g"] } })];
  for (const [downloads, expected] of [
    [false, []],
    [true, ["move download", "move broken"]],
  ] as const) {
    const { closer, did } = watched([download], broken, false);
    await closer.close([CLOSE], { ...TIMES, settings: { tabs: "leave", downloads } });
    expect(did).toEqual(["renew a", ...expected]);
  }
});
