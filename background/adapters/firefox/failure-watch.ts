import browser, { type WebRequest } from "webextension-polyfill";
import { causesTest, faultOf } from "../../../src/faults/fault-of.ts";
import type { Tag } from "../../../src/model/outbound.ts";
import type { RouterEvents } from "../../ports/router.ts";
import { viaOfType } from "./net-errors.ts";
import type { OwnRequests, Via } from "./own-requests.ts";

const HEADS = 2_000;

/** Every event of a request carries the member's name tag, also after a fall-over and for WebSockets (fact F4). */
interface Tagged {
  readonly proxyInfo?: Partial<Via> & { readonly connectionIsolationKey?: string };
}

type Details = WebRequest.OnErrorOccurredDetailsType & Tagged;
type HeadDetails = WebRequest.OnResponseStartedDetailsType & Tagged;

/** Follows failures: why a request of our own failed, and which member a failed request of the user blames (B7). */
export function watchFailures(
  own: OwnRequests,
  memberOf: (key: string | undefined) => Tag | null,
  events: RouterEvents,
): void {
  const filter = { urls: ["<all_urls>"] };
  const headed = new Set<string>();

  browser.webRequest.onResponseStarted.addListener((details: HeadDetails) => {
    if (own.ours(details)) return;
    const served = details.fromCache ? null : memberOf(details.proxyInfo?.connectionIsolationKey);
    if (served !== null && isProxys(details)) events.connectionFailed(served, "login_unsupported");
    else if (served !== null)
      events.headed({ url: details.url, container: details.cookieStoreId ?? "", outbound: served });
    headed.add(details.requestId);
    if (headed.size > HEADS) headed.delete(headed.values().next().value ?? "");
  }, filter);

  browser.webRequest.onErrorOccurred.addListener((details: Details) => {
    const { type = "", host = "", proxyDNS = false } = details.proxyInfo ?? {};
    const mine = own.of(details);
    if (mine) {
      mine.via = { type, host, proxyDNS };
      mine.error = details.error;
      return;
    }
    if (headed.delete(details.requestId) || details.fromCache) return;
    const member = memberOf(details.proxyInfo?.connectionIsolationKey);
    const meaning = faultOf("firefox", details.error, viaOfType(type, details.url));
    if (member && meaning.code && causesTest(meaning)) events.connectionFailed(member, meaning.code);
  }, filter);
}

/** A 407 without a question is a head like any other. Through a tunnel or a SOCKS proxy it is the site's (fact F21). */
const isProxys = ({ statusCode, url, proxyInfo }: HeadDetails): boolean =>
  statusCode === 407 && viaOfType(proxyInfo?.type ?? "", url) === "plain";
