import type { ProbeErrorCode } from "../../../../src/model/probe-error.ts";
import { blames } from "../net-errors.ts";

/** How a request of our own failed, from the events that `fetch` does not show. */
export interface Failure {
  /** Chrome's code, "net::ERR_…". */
  readonly error: string;
}

export interface RequestWatchEvents {
  /** A request of the user begins. */
  traffic(url: string): void;
  /** It got its response head, and not from the cache. */
  headed(url: string): void;
  /** A command of the control channel failed, as all do. */
  commandFailed(url: string, error: string): void;
  /** A request of the user to this address got no head of its site, and the proxy may be to blame. */
  failed(url: string, code: ProbeErrorCode): void;
}

/** Follows web requests: our own by the nonce in the fragment of their address, the user's for traffic and blame. */
export interface RequestWatch {
  /** Why our request with this nonce failed; waits for the event up to `patienceMs`; null: none came. */
  failureOf(nonce: string, patienceMs: number): Promise<Failure | null>;
  /** The address that the answer to our request with this nonce came from; waits as `failureOf`; null: none was told. */
  answeredFrom(nonce: string, patienceMs: number): Promise<string | null>;
  forget(nonce: string): void;
}

/** Marks a nonce in a fragment: the fragment reaches webRequest and Resource Timing and never leaves the browser. */
export const nonceUrl = (url: string, nonce: string): string => `${url.replace(/#.*$/s, "")}#switchyard-${nonce}`;

const nonceIn = (url: string): string | null => /#switchyard-([a-z0-9]+)$/.exec(url)?.[1] ?? null;

const HEADS = 2_000;
/** What is told of a request that was given up comes when nobody asks any more: the oldest goes. */
const TOLD = 2_000;

/** @param owns whether a request is one of the control channel's; it is left alone */
export function watchRequests(owns: (url: string) => boolean, events: RequestWatchEvents): RequestWatch {
  const own = `chrome-extension://${chrome.runtime.id}`;
  const filter = { urls: ["<all_urls>"] };
  const failures = createAwaited<Failure>();
  const addresses = createAwaited<string>();
  const headed = new Set<string>();

  // A page that we load for the user, in a tab, is the user's.
  const ours = ({ initiator, type }: { readonly initiator?: string | undefined; readonly type: string }): boolean =>
    initiator === own && type !== "main_frame";

  chrome.webRequest.onBeforeRequest.addListener((details) => {
    if (!ours(details) && !owns(details.url)) events.traffic(details.url);
    return undefined;
  }, filter);

  chrome.webRequest.onResponseStarted.addListener((details) => {
    if (ours(details)) {
      const nonce = nonceIn(details.url);
      if (nonce !== null) addresses.come(nonce, details.ip ?? "");
      return;
    }
    // This 407 is the proxy's: Chrome makes an error of one from a site (fact C28). What can be answered was asked.
    if (details.statusCode === 407) events.failed(details.url, "login_unsupported");
    else if (!details.fromCache && !owns(details.url)) events.headed(details.url);
    headed.add(details.requestId);
    if (headed.size > HEADS) headed.delete(headed.values().next().value ?? "");
  }, filter);

  chrome.webRequest.onErrorOccurred.addListener((details) => {
    if (owns(details.url)) return events.commandFailed(details.url, details.error);
    if (!ours(details)) {
      const code = headed.delete(details.requestId) || details.fromCache ? null : blames(details.error);
      if (code !== null) events.failed(details.url, code);
      return;
    }
    const nonce = nonceIn(details.url);
    if (nonce === null) return;
    failures.come(nonce, { error: details.error });
  }, filter);

  return {
    failureOf: failures.get,
    answeredFrom: addresses.get,
    forget(nonce) {
      failures.forget(nonce);
      addresses.forget(nonce);
    },
  };
}

/** What an event tells of a request, which may come before or after somebody asks. */
function createAwaited<T>() {
  const known = new Map<string, T>();
  const waiting = new Map<string, (value: T) => void>();
  return {
    come(nonce: string, value: T): void {
      known.set(nonce, value);
      if (known.size > TOLD) known.delete(known.keys().next().value ?? "");
      waiting.get(nonce)?.(value);
    },
    async get(nonce: string, patienceMs: number): Promise<T | null> {
      const came = known.get(nonce);
      if (came !== undefined) return came;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const value = await new Promise<T | null>((resolve) => {
        waiting.set(nonce, resolve);
        timer = setTimeout(() => resolve(null), patienceMs);
      });
      clearTimeout(timer);
      waiting.delete(nonce);
      return value;
    },
    forget(nonce: string): void {
      known.delete(nonce);
      waiting.delete(nonce);
    },
  };
}
