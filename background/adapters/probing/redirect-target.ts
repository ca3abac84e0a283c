import browser from "webextension-polyfill";
import type { ProbeResponse, Prober } from "../../ports/prober.ts";

/** The event with the head may come a little after the answer. */
const EVENT_PATIENCE_MS = 500;
const EVENT_STEP_MS = 10;

/** What both browsers say of the head of an answer, each in its own words of who asked. */
interface Head {
  readonly url: string;
  readonly statusCode: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value?: string }[] | undefined;
  readonly initiator?: string;
  readonly originUrl?: string | undefined;
}

/**
 * Says of a download where it is sent on to: `fetch`, which must not follow, tells no more than that it is. The listener is
 * there while a download lasts alone: each head that it hears costs time.
 */
export function tellingRedirects(prober: Prober): Prober {
  return {
    async send(request): Promise<ProbeResponse> {
      if (request.most === undefined) return prober.send(request);
      const heard: { location: string | null } = { location: null };
      const hear = (head: Head): undefined => {
        if (isOurs(head) && withoutFragment(head.url) === withoutFragment(request.url))
          heard.location = locationIn(head);
      };
      const filter = { urls: [patternOf(request.url)], types: ["xmlhttprequest" as const] };
      browser.webRequest.onHeadersReceived.addListener(hear, filter, ["responseHeaders"]);
      try {
        const response = await prober.send(request);
        if (response.kind !== "answer" || response.status !== 0) return response;
        const location = await settled(heard);
        return location === null ? response : { ...response, location };
      } finally {
        browser.webRequest.onHeadersReceived.removeListener(hear);
      }
    },
  };
}

const isOurs = ({ initiator, originUrl }: Head): boolean =>
  `${initiator ?? originUrl ?? ""}/`.startsWith(browser.runtime.getURL(""));

const withoutFragment = (url: string): string => new URL(url.replace(/#.*$/s, "")).href;

/** Of an IPv6 address there are no patterns. */
function patternOf(url: string): string {
  const { hostname } = new URL(url);
  return hostname.startsWith("[") ? "<all_urls>" : `*://${hostname}/*`;
}

const locationIn = ({ statusCode, responseHeaders = [] }: Head): string | null =>
  statusCode >= 300 && statusCode <= 399
    ? (responseHeaders.find(({ name }) => name.toLowerCase() === "location")?.value ?? null)
    : null;

async function settled(heard: { readonly location: string | null }): Promise<string | null> {
  for (let waited = 0; heard.location === null && waited < EVENT_PATIENCE_MS; waited += EVENT_STEP_MS)
    await new Promise((resolve) => setTimeout(resolve, EVENT_STEP_MS));
  return heard.location;
}
