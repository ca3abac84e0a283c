import browser, { type WebRequest } from "webextension-polyfill";
import { DIRECT } from "../../../src/model/outbound.ts";
import { isBypassed } from "../../../src/routing/loopback.ts";
import { parseOrigin } from "../../../src/routing/origin.ts";
import type { OpenRequests } from "../../connections/open-requests.ts";
import { isOurKey } from "./member-key.ts";
import type { OwnRequests } from "./own-requests.ts";
import { BLOCKED } from "./proxy-info.ts";

/** So many requests in a row that went our way say that the other extension is gone. */
const STREAK = 5;

/** Whether another extension sends requests another way than we answered. */
export interface OverruledWatch {
  readonly overruled: boolean;
}

/** What Firefox says on an event of the way that a request takes; nothing of one that goes directly (facts). */
export interface TakenWay {
  readonly type?: string;
  readonly host?: string;
  readonly port?: number;
  readonly connectionIsolationKey?: string | null;
}

type Details = WebRequest.OnSendHeadersDetailsType & { readonly proxyInfo?: TakenWay | null };

interface WatchParts {
  readonly own: OwnRequests;
  readonly requests: Pick<OpenRequests, "seen" | "wayOf">;
  readonly changed: () => void;
}

/**
 * Firefox asks every extension's `proxy.onRequest`, and the answer of the one that was installed last counts (measured).
 * That cannot be asked for, but the request's later events name the proxy that it really takes.
 */
export function watchOverruled({ own, requests, changed }: WatchParts): OverruledWatch {
  let overruled = false;
  let streak = 0;

  function note(astray: boolean): void {
    streak = astray ? 0 : streak + 1;
    const next = astray || (overruled && streak < STREAK);
    if (next === overruled) return;
    overruled = next;
    changed();
  }

  browser.webRequest.onSendHeaders.addListener(
    (details: Details) => {
      const { proxyInfo = null, url, requestId } = details;
      const mine = own.of(details);
      if (mine) {
        const astray = goesAstray(mine.tag === DIRECT ? "direct" : "proxy", proxyInfo, url);
        mine.went = astray ? "astray" : "as-told";
        return note(astray);
      }
      requests.seen(requestId);
      const outbound = requests.wayOf(requestId)?.outbound;
      if (outbound !== undefined) note(goesAstray(outbound === DIRECT ? "direct" : "proxy", proxyInfo, url));
    },
    { urls: ["<all_urls>"] },
  );

  return {
    get overruled() {
      return overruled;
    },
  };
}

/**
 * Whether a request takes another way than it was told.
 *
 * @param told "proxy" also where it was told a dead port
 */
export function goesAstray(told: "proxy" | "direct", way: TakenWay | null, url: string): boolean {
  if (!way?.type || way.type === "direct")
    return told === "proxy" && !isBypassed(parseOrigin(url)?.host ?? "", "firefox");
  const [dead] = BLOCKED;
  return !isOurKey(way.connectionIsolationKey) && !(way.host === dead.host && way.port === dead.port);
}
