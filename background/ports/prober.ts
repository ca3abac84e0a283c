import type { Tag } from "../../src/model/outbound.ts";
import type { ProbeError } from "../../src/model/probe-error.ts";
import type { Ms } from "../../src/model/units.ts";

/** A request of our own through one proxy: a test, a look-up of its exit address, or a download of a list. */
export interface ProbeRequest {
  /** The proxy; `direct`: none, which only a download may ask for. */
  readonly tag: Tag;
  readonly url: string;
  readonly timeout: Ms;
  readonly signal: AbortSignal;
  /** A download: so many characters are kept of its answer, and nothing more is asked to explain a failure. */
  readonly most?: number;
  /**
   * M27: connection phases measured longer ago are not added to the time of a standing connection. A minute when unset; it
   * matters where the browser cannot be told to use a fresh one (Chrome).
   */
  readonly phasesFor?: Ms;
  /** No test: nobody needs to know why it failed, and nothing more is asked to explain that. */
  readonly unexplained?: true;
}

export type ProbeResponse =
  /**
   * An answer came. `took`: from the start to the response head of a request on a fresh connection, in ms. `status` 0:
   * a redirect (never followed), of a download with `location`: where to, as it was written. `body`: at most `most` characters, 64 Ki when unset; `cut`: there was more.
   */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: string;
      readonly took: Ms;
      readonly cut?: true;
      readonly location?: string;
      /** What a 429 told in its `Retry-After`, in ms; unset: it told none. */
      readonly retryAfterMs?: number;
      /** M27: `took` is worked out with connection phases that may not hold any more: no fresh connection could be had. */
      readonly estimated?: true;
      /** It went by a connection that stood before, so it says nothing of a fresh one (Chrome). */
      readonly standing?: true;
    }
  /** `unsure`: the browser has this name for several causes; the same request over http may tell which. */
  | { readonly kind: "failed"; readonly error: ProbeError; readonly unsure?: true }
  /** It cannot be said that the request went through the proxy: nothing may be concluded. */
  | { readonly kind: "again" };

/**
 * Sends requests of our own, each through the proxy it names and no other, beside the user's traffic: no cookies, no
 * cache, no referrer, no redirects. Never rejects; an aborted request is `again`.
 */
export interface Prober {
  send(request: ProbeRequest): Promise<ProbeResponse>;
}
