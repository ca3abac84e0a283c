import browser, { type WebRequest } from "webextension-polyfill";
import type { ProxyOutbound, Tag } from "../../../src/model/outbound.ts";
import type { OwnRequests } from "./own-requests.ts";

const ASKED = 500;

/** Answers http proxies that ask for an account; https and socks proxies are told theirs with the request. */
export interface Accounts {
  /** The proxies whose accounts may be told, each only to its own host and port. */
  use(proxies: readonly ProxyOutbound[]): void;
}

export interface AccountsParts {
  readonly own: OwnRequests;
  readonly ready: () => Promise<void>;
  /** A request of the user ended because this proxy did not take its account, or wants one that nobody entered. */
  readonly wrong: (tag: Tag) => void;
  /** A site, and no proxy, asks a request of the user for an account: that is the person's to answer. */
  readonly askedBySite: (details: WebRequest.OnAuthRequiredDetailsType) => void;
}

/**
 * Each request gets one answer, by the exact challenger. Firefox would ask without end (fact F17), so a second challenge is
 * cancelled. A site, and a proxy that is not ours, gets nothing from us.
 */
export function answerChallenges({ own, ready, wrong, askedBySite }: AccountsParts): Accounts {
  let known = new Map<string, ProxyOutbound>();
  const asked = new Set<string>();

  async function judge(details: WebRequest.OnAuthRequiredDetailsType): Promise<WebRequest.BlockingResponse> {
    if (!details.isProxy) {
      if (!own.ours(details)) askedBySite(details);
      return {};
    }
    await ready();
    // Letter by letter: a host is spelled in one way for each of its accounts.
    const proxy = known.get(`${details.challenger.host}:${details.challenger.port}`);
    const mine = own.of(details);
    if (!proxy) return own.ours(details) ? { cancel: true } : {};
    // An https proxy was sent its account with the request: if it asks all the same, the account is wrong.
    const answered = proxy.protocol === "https" || asked.has(`${details.requestId} ${proxy.tag}`);
    if (!proxy.account || answered) {
      if (mine) mine.login = proxy.account ? "login_wrong" : "login_required";
      else wrong(proxy.tag);
      return { cancel: true };
    }
    if (asked.size >= ASKED) asked.delete(asked.values().next().value ?? "");
    asked.add(`${details.requestId} ${proxy.tag}`);
    return { authCredentials: { ...proxy.account } };
  }

  browser.webRequest.onAuthRequired.addListener(judge, { urls: ["<all_urls>"] }, ["blocking"]);

  return {
    use(proxies) {
      known = new Map(proxies.map((proxy) => [`${proxy.host}:${proxy.port}`, proxy]));
    },
  };
}
