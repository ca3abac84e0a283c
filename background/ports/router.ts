import type { SnapshotBase, Won } from "../../src/decision/contract.ts";
import type { ProxyOutbound, Tag } from "../../src/model/outbound.ts";
import type { Plans } from "../../src/model/plan.ts";
import type { ProbeErrorCode } from "../../src/model/probe-error.ts";
import type { Unrouted, WhyUnrouted } from "../../src/protocol/unrouted.ts";
import type { Control } from "../../src/protocol/view.ts";
import type { WrittenOrigin } from "../../src/routing/origin.ts";

/** Everything a router needs to send each request its way. */
export interface Routing {
  readonly base: SnapshotBase;
  readonly plans: Plans;
  /** Of `plans`; rises. */
  readonly revision: number;
  /** The proxies behind the leaves, accounts included. */
  readonly proxies: readonly ProxyOutbound[];
}

/** The way an origin's requests went, as the router knows it (not a guess). */
export interface Assignment {
  readonly origin: string;
  readonly outbound: Tag;
  readonly via: readonly Tag[];
  readonly rule: Won;
}

/** A request of the user, as the browser's events tell it. */
export interface UserRequest {
  readonly url: string;
  /** Firefox's cookieStoreId; "": the browser has no containers. */
  readonly container: string;
  /** The proxy that it goes through; null: not known, or none. */
  readonly outbound: Tag | null;
}

/** What a router tells the shell. */
export interface RouterEvents {
  /** A request of the user failed to open through this proxy (B7). */
  connectionFailed(tag: Tag, code: ProbeErrorCode): void;
  /** This proxy leaves a request of the user without an answer. */
  connectionSilent(tag: Tag): void;
  /** A request of the user was answered by 401, and the answer may be this proxy's own. */
  connectionDoubtful(tag: Tag): void;
  /** A request of the user begins (M7). */
  traffic(request: UserRequest): void;
  /** A request of the user got its response head, and not from the cache (M28). */
  headed(request: UserRequest): void;
  /** Who owns the proxy setting has changed, or the router broke or works again. */
  control(control: Control): void;
  /** The network changed in a way only the router noticed (M17). */
  networkChanged(): void;
  /** What held proxies back may be over: `take` is to be called again. */
  renew(): void;
}

/**
 * Makes the browser send every request of the user the way the core decides. All calls may be repeated; they run one
 * after the other. Whatever goes wrong, requests are blocked and never sent directly (B20).
 */
export interface Router {
  /** Take over, or go on with a new configuration. Returns once requests go this way, or everything is blocked. */
  take(routing: Routing): Promise<void>;
  /** The same configuration with fresher plans. */
  update(plans: Plans, revision: number): Promise<void>;
  /**
   * Block everything: there is nothing to route by, or it cannot be put in force (`router`). `storage`: nobody can say
   * whether the extension is on, so where nothing of ours is in force nothing need be.
   */
  block(why: Extract<Control, { kind: "blocked" }>["why"]): Promise<void>;
  /** Give the browser its own settings back. */
  release(): Promise<void>;
  /** Compare with what the browser really does and mend it. Called on an alarm and after a quiet time. */
  check(): Promise<void>;
  /**
   * How requests to this origin (scheme://host:port) went last; null: none did, or it is not kept (private windows).
   * Waits for the first call of the others, without which nothing is known.
   *
   * @param container Firefox's cookieStoreId; a browser without containers looks at the origin alone
   */
  assigned(origin: string, container: string): Promise<Assignment | null>;
  /** Whether the browser sends requests there past every proxy, as far as is known: what is ours is not sent there. */
  bypasses(at: WrittenOrigin): boolean;
  /**
   * Why the browser would not send a request there by us in the mode "balanced"; null: it would. Looks at what the browser
   * has set now.
   *
   * @param container as for `assigned`
   */
  whyUnrouted(at: WrittenOrigin, container: string): Promise<WhyUnrouted | null>;
  /** What the browser does not send by us, as it was seen last. A change comes with `RouterEvents.control`. */
  unrouted(): Unrouted;
}
