import type { Way } from "./chain.ts";

/** A request of the user from its start to its end, as the browser's events tell it. */
export interface OpenRequest {
  /** The browser's own; it stays through redirects. */
  readonly id: string;
  /** -1: no tab's. */
  readonly tab: number;
  readonly frame: number;
  /** The browser's word for what it is for: "main_frame", "websocket", "image" and so on. */
  readonly type: string;
  readonly method: string;
  /** scheme://host:port */
  readonly origin: string;
  /** Firefox's cookieStoreId; "": the browser has no containers. */
  readonly container: string;
  /** The whole address, of what can be asked for again (pages and downloads); null: it is not kept. */
  readonly url: string | null;
  /** ms since the epoch. */
  readonly startedAt: number;
  /** When the response head came; null: it has not. */
  readonly headedAt: number | null;
  /** The address that answered, which is the proxy's (fact C14). Null: not known, or the browser does not say. */
  readonly ip: string | null;
  /** Null: not known, so it is left alone. */
  readonly way: Way | null;
  /** Of a private window, or perhaps of one: never written down. */
  readonly isPrivate: boolean;
}

/** Types of requests that may turn out to be a page or a download: their whole address is kept while they are open. */
const ASKED_AGAIN: ReadonlySet<string> = new Set(["main_frame", "sub_frame", "other"]);

/** What is kept of a request's address. */
export const addressKept = (type: string, url: string): string | null => (ASKED_AGAIN.has(type) ? url : null);
