import browser, { type WebRequest } from "webextension-polyfill";
import { DIRECT } from "../../../src/model/outbound.ts";
import { readOrigin, type WrittenOrigin } from "../../../src/routing/origin.ts";
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

/** The way that a request takes, as Firefox tells it on an event. It tells nothing of a request that goes directly (fact F4). */
export interface TakenWay {
  readonly type?: string;
  readonly host?: string;
  readonly port?: number;
  readonly connectionIsolationKey?: string | null;
}

type Details = WebRequest.OnSendHeadersDetailsType & { readonly proxyInfo?: TakenWay | null };

interface WatchParts {
  readonly own: OwnRequests;
  readonly requests: Pick<OpenRequests, "seen" | "wayOf" | "settle">;
  /** Whether Firefox sends requests there past every proxy, as far as is known. */
  readonly bypasses: (at: WrittenOrigin) => boolean;
  /** The same by what Firefox has set now. Asked when a request goes directly for no reason that is known. */
  readonly bypassesNow: (at: WrittenOrigin) => Promise<boolean>;
  readonly changed: () => void;
}

/**
 * Firefox asks every extension's `proxy.onRequest`, and the answer of the one that was installed last counts (fact F11).
 * Nobody tells which one that is, but the request's later events name the proxy that it really takes (fact F4).
 */
export function watchOverruled({ own, requests, bypasses, bypassesNow, changed }: WatchParts): OverruledWatch {
  let overruled = false;
  let streak = 0;

  function note(astray: boolean): void {
    streak = astray ? 0 : streak + 1;
    const next = astray || (overruled && streak < STREAK);
    if (next === overruled) return;
    overruled = next;
    changed();
  }

  /** What goes directly says nothing where Firefox itself sends it so. */
  async function learn(way: TakenWay | null, isAstray: boolean, url: string): Promise<void> {
    const at = readOrigin(url);
    if (isDirect(way) && (!at || bypasses(at))) return;
    // Once another extension is known to answer there is nothing more to find out.
    if (isAstray && isDirect(way) && at && !overruled && (await bypassesNow(at))) return;
    note(isAstray);
  }

  browser.webRequest.onSendHeaders.addListener(
    (details: Details) => {
      const { proxyInfo = null, url, requestId } = details;
      const mine = own.of(details);
      if (mine) {
        const isAstray = goesAstray(mine.tag === DIRECT ? "direct" : "proxy", proxyInfo);
        mine.went = isAstray ? "astray" : "as-told";
        return void learn(proxyInfo, isAstray, url);
      }
      requests.seen(requestId);
      const outbound = requests.wayOf(requestId)?.outbound;
      if (outbound === undefined) return;
      const isAstray = goesAstray(outbound === DIRECT ? "direct" : "proxy", proxyInfo);
      // No proxy of ours may be blamed for how it ends.
      if (isAstray && isDirect(proxyInfo)) requests.settle(requestId, { outbound: DIRECT, via: [] });
      void learn(proxyInfo, isAstray, url);
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
export function goesAstray(told: "proxy" | "direct", way: TakenWay | null): boolean {
  if (isDirect(way)) return told === "proxy";
  const [dead] = BLOCKED;
  return !isOurKey(way?.connectionIsolationKey) && !(way?.host === dead.host && way.port === dead.port);
}

const isDirect = (way: TakenWay | null): boolean => !way?.type || way.type === "direct";
