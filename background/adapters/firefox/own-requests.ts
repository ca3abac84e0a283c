import browser from "webextension-polyfill";

/** What is known of one request of our own while it is under way, by the nonce in the fragment of its address. */
export interface OwnRequest {
  readonly tag: string;
  /** It only asks whether the proxy's name is found: the proxy is spoken to as an HTTP proxy, without an account. */
  readonly knock: boolean;
  /** It was kept back: there was no proxy for it. */
  unsent: boolean;
  /** Whether it went the way it was told, or another extension sent it another way; null: not known yet. */
  went: "as-told" | "astray" | null;
  /** How its proxy's question for an account ended; null: none ended it. */
  login: "login_required" | "login_wrong" | null;
  /** Firefox's code, or its sentence; null: it has not failed. */
  error: string | null;
  /** The proxy it went through, as Firefox says. */
  via: Via;
}

/** What Firefox says on an event of the proxy that the request went through. */
export interface Via {
  readonly type: string;
  readonly host: string;
  /** Whether a SOCKS proxy looks up the names of sites, and not the browser. */
  readonly proxyDNS: boolean;
}

/**
 * Requests of our own. A nonce in the fragment tells them apart: the fragment reaches `proxy.onRequest` and never leaves the
 * browser (fact F2). Only requests of our own origin count, so a page cannot name a member.
 */
export interface OwnRequests {
  begin(nonce: string, tag: string, knock?: boolean): OwnRequest;
  end(nonce: string): void;
  /** The request behind an event; null: not ours, or not under way. */
  of(details: Asked & { readonly url: string }): OwnRequest | null;
  /** Whether an event belongs to our own origin. A page that we load for the user, in a tab, is the user's. */
  ours(details: Asked): boolean;
}

interface Asked {
  readonly originUrl?: string | undefined;
  readonly type: string;
}

const MARK = "#switchyard-";

/** An address with a nonce in place of its fragment. */
export const nonceUrl = (url: string, nonce: string): string => `${url.replace(/#.*$/s, "")}${MARK}${nonce}`;

export function createOwnRequests(): OwnRequests {
  const origin = browser.runtime.getURL("");
  const running = new Map<string, OwnRequest>();
  const ours: OwnRequests["ours"] = ({ originUrl, type }) =>
    type !== "main_frame" && (originUrl?.startsWith(origin) ?? false);
  return {
    begin(nonce, tag, knock = false) {
      const via: Via = { type: "", host: "", proxyDNS: false };
      const request: OwnRequest = { tag, knock, unsent: false, went: null, login: null, error: null, via };
      running.set(nonce, request);
      return request;
    },
    end: (nonce) => void running.delete(nonce),
    of(details) {
      if (!ours(details)) return null;
      const at = details.url.lastIndexOf(MARK);
      return at < 0 ? null : (running.get(details.url.slice(at + MARK.length)) ?? null);
    },
    ours,
  };
}
