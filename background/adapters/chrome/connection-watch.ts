import type { Tag } from "../../../src/model/outbound.ts";
import { parseOrigin } from "../../../src/routing/origin.ts";
import { isSettled, wayAt } from "../../connections/infer-chain.ts";
import { addressKept } from "../../connections/open-request.ts";
import { createOpenRequests, type OpenRequests } from "../../connections/open-requests.ts";
import { takesPlace } from "../../connections/replaces-page.ts";
import type { Connections } from "../../ports/connections.ts";
import { moveDownload } from "../download-actions.ts";
import { createTabActions } from "../tab-actions.ts";
import type { AssignmentHistory } from "./pac/assignments.ts";

export interface ConnectionWatchParts {
  /** Whether a request is one of the control channel's. */
  readonly owns: (url: string) => boolean;
  readonly history: () => Promise<AssignmentHistory>;
  /** A proxy's host, as it is configured. */
  readonly hostOf: (tag: Tag) => string | undefined;
  readonly now: () => number;
}

/**
 * Chrome's side of the user's connections. The PAC program's notes say which way a request went; they are read when
 * something is to be closed, and every half minute while requests are under way.
 */
export function watchConnections(parts: ConnectionWatchParts): Connections & { readonly requests: OpenRequests } {
  const { history, hostOf, now } = parts;
  const requests = createOpenRequests();
  listen(requests, parts.owns);

  const mayBe = (tag: Tag, ip: string): boolean => {
    const host = hostOf(tag) ?? "";
    return !/^[\d.]+$/.test(host) || host === ip;
  };

  async function learn(only: (request: ReturnType<OpenRequests["list"]>[number]) => boolean): Promise<void> {
    const unknown = [...requests.list(), ...requests.broken(now())].filter(({ way }) => way === null).filter(only);
    if (unknown.length === 0) return;
    const notes = await history();
    for (const request of unknown) {
      const known = { ways: notes.ways(request.origin), completeSince: notes.completeSince };
      const way = wayAt(request, known, mayBe, now());
      if (way) requests.settle(request.id, way);
    }
  }

  return {
    ...createTabActions(requests.isFormResult),
    requests,
    async open() {
      await learn(() => true);
      return requests.list();
    },
    async broken() {
      await learn(() => true);
      return requests.broken(now());
    },
    // Chrome keeps a tunnel by proxy and site; nothing names another. An idle one of a dead member is used no more.
    renew: () => {},
    moveDownload: (request) => moveDownload(request, "anew"),
    settle: () => learn((request) => isSettled(request, now())),
  };
}

function listen(requests: OpenRequests, owns: (url: string) => boolean): void {
  const own = `chrome-extension://${chrome.runtime.id}`;
  const filter = { urls: ["<all_urls>"] };
  const isPublic = watchPublicTabs();

  chrome.webRequest.onBeforeRequest.addListener((details) => {
    const { requestId: id, url, tabId: tab, frameId: frame, method, timeStamp: startedAt } = details;
    if ((details.initiator === own && details.type !== "main_frame") || owns(url)) return undefined;
    const at = parseOrigin(url);
    if (!at) return undefined;
    // A page that is loaded before anybody asked for it is nobody's to restart.
    const type = details.documentLifecycle === "prerender" ? "prerender" : details.type;
    const origin = `${at.scheme}://${at.host}:${at.port}`;
    const asked = { id, tab, frame, type, method, origin, container: "", url: addressKept(type, url), startedAt };
    requests.begin({ ...asked, headedAt: null, ip: null, way: null, isPrivate: !isPublic(tab) });
    return undefined;
  }, filter);
  chrome.webRequest.onResponseStarted.addListener(
    (details) => requests.headed(details.requestId, details.timeStamp, details.ip ?? null, takesPlace(details)),
    filter,
    ["responseHeaders"],
  );
  chrome.webRequest.onCompleted.addListener(({ requestId }) => requests.completed(requestId), filter);
  chrome.webRequest.onErrorOccurred.addListener(({ requestId, timeStamp }) => {
    requests.failed(requestId, timeStamp);
  }, filter);
  chrome.tabs.onRemoved.addListener((tab) => requests.tabClosed(tab));
}

/** Chrome does not say whether a request is a private window's: its tab does. An unknown tab may be one. */
function watchPublicTabs(): (tab: number) => boolean {
  const known = new Set<number>();
  const see = ({ id, incognito }: chrome.tabs.Tab): void => {
    if (id !== undefined && !incognito) known.add(id);
  };
  chrome.tabs.onCreated.addListener(see);
  chrome.tabs.onRemoved.addListener((tab) => void known.delete(tab));
  void chrome.tabs.query({}).then((tabs) => tabs.forEach(see));
  return (tab) => known.has(tab);
}
