import browser from "webextension-polyfill";
import type { Tag } from "../../../src/model/outbound.ts";
import type { OpenRequests } from "../../connections/open-requests.ts";
import { takesPlace } from "../../connections/replaces-page.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Connections } from "../../ports/connections.ts";
import { moveDownload } from "../download-actions.ts";
import { createTabActions } from "../tab-actions.ts";

export interface ConnectionWatchParts {
  readonly requests: OpenRequests;
  readonly renew: (members: readonly Tag[]) => void;
  readonly clock: Clock;
}

/** Firefox's side of the user's connections: the router begins each with its way, these events end it. */
export function watchConnections({ requests, renew, clock }: ConnectionWatchParts): Connections {
  const filter = { urls: ["<all_urls>"] };
  browser.webRequest.onResponseStarted.addListener(
    (details) => requests.headed(details.requestId, details.timeStamp, details.ip ?? null, takesPlace(details)),
    filter,
    ["responseHeaders"],
  );
  browser.webRequest.onCompleted.addListener(({ requestId }) => requests.completed(requestId), filter);
  browser.webRequest.onErrorOccurred.addListener(({ requestId, timeStamp }) => {
    requests.failed(requestId, timeStamp);
  }, filter);
  browser.tabs.onRemoved.addListener((tab) => requests.tabClosed(tab));

  return {
    ...createTabActions(requests.isFormResult),
    open: async () => requests.list(),
    broken: async () => requests.broken(clock.now()),
    renew,
    moveDownload: (request) => moveDownload(request, "pause"),
    settle: async () => {},
  };
}
