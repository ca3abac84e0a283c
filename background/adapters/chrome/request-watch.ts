import { blames } from "./net-errors.ts";

/** How a request of our own failed, from the events that `fetch` does not show. */
export interface Failure {
  /** Chrome's code, "net::ERR_…". */
  readonly error: string;
}

export interface RequestWatchEvents {
  /** A request of the user was sent. */
  traffic(): void;
  /** A request of the user to this address failed before its response head, and the proxy may be to blame. */
  failed(url: string, error: string): void;
}

/** Follows web requests: our own by the nonce in the fragment of their address, the user's for traffic and blame. */
export interface RequestWatch {
  /** Why our request with this nonce failed; waits for the event up to `patienceMs`; null: none came. */
  failureOf(nonce: string, patienceMs: number): Promise<Failure | null>;
  forget(nonce: string): void;
}

/** Marks a nonce in a fragment: the fragment reaches webRequest and Resource Timing and never leaves the browser. */
export const nonceUrl = (url: string, nonce: string): string => `${url.replace(/#.*$/s, "")}#switchyard-${nonce}`;

const nonceIn = (url: string): string | null => /#switchyard-([a-z0-9]+)$/.exec(url)?.[1] ?? null;

const HEADS = 2_000;

/** @param owns whether a request is one of the control channel's; it is left alone */
export function watchRequests(owns: (url: string) => boolean, events: RequestWatchEvents): RequestWatch {
  const own = `chrome-extension://${chrome.runtime.id}`;
  const filter = { urls: ["<all_urls>"] };
  const failures = new Map<string, Failure>();
  const waiting = new Map<string, (failure: Failure) => void>();
  const headed = new Set<string>();

  const ours = (details: { readonly initiator?: string | undefined }): boolean => details.initiator === own;

  chrome.webRequest.onBeforeRequest.addListener((details) => {
    if (!ours(details) && !owns(details.url)) events.traffic();
    return undefined;
  }, filter);

  chrome.webRequest.onResponseStarted.addListener((details) => {
    if (ours(details)) return;
    headed.add(details.requestId);
    if (headed.size > HEADS) headed.delete(headed.values().next().value ?? "");
  }, filter);

  chrome.webRequest.onErrorOccurred.addListener((details) => {
    if (owns(details.url)) return;
    if (!ours(details)) {
      if (!headed.delete(details.requestId) && !details.fromCache && blames(details.error) !== null)
        events.failed(details.url, details.error);
      return;
    }
    const nonce = nonceIn(details.url);
    if (nonce === null) return;
    const failure = { error: details.error };
    failures.set(nonce, failure);
    waiting.get(nonce)?.(failure);
  }, filter);

  return {
    async failureOf(nonce, patienceMs) {
      const known = failures.get(nonce);
      if (known) return known;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const failure = await new Promise<Failure | null>((resolve) => {
        waiting.set(nonce, resolve);
        timer = setTimeout(() => resolve(null), patienceMs);
      });
      clearTimeout(timer);
      waiting.delete(nonce);
      return failure;
    },
    forget(nonce) {
      failures.delete(nonce);
      waiting.delete(nonce);
    },
  };
}
