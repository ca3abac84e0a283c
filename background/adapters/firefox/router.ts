import browser, { type Proxy as BrowserProxy } from "webextension-polyfill";
import type { Decision, Request } from "../../../src/decision/contract.ts";
import { decide } from "../../../src/decision/decide.ts";
import { createMemory, loadMemory, type Memory, remember, saveMemory } from "../../../src/decision/memory.ts";
import { prepare } from "../../../src/decision/prepare.ts";
import { createLru } from "../../../src/lib/lru.ts";
import { DIRECT, type ProxyOutbound, type Tag } from "../../../src/model/outbound.ts";
import { NOTHING_UNROUTED } from "../../../src/protocol/unrouted.ts";
import { isOnBypassList } from "../../../src/routing/bypass-match.ts";
import { isBypassed } from "../../../src/routing/loopback.ts";
import { readOrigin, type WrittenOrigin } from "../../../src/routing/origin.ts";
import type { Way } from "../../connections/chain.ts";
import { addressKept } from "../../connections/open-request.ts";
import type { OpenRequests } from "../../connections/open-requests.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Assignment, Router, RouterEvents, Routing } from "../../ports/router.ts";
import type { SiteAccess } from "../site-access.ts";
import { memberIn, memberKey, testKey } from "./member-key.ts";
import type { OwnRequest, OwnRequests } from "./own-requests.ts";
import { BLOCKED, proxyAnswer } from "./proxy-info.ts";
import type { Behind, SecondWall } from "./second-wall.ts";
import { controlOf, lastingList, unroutedOf } from "./what-stands.ts";

/** How long a request waits for the configuration before it is blocked. */
const READY_MS = 5_000;
const ASSIGNMENTS = 5_000;

/** What Firefox gives requests of private windows for a container. */
const PRIVATE = "firefox-private";

type BlockReason = Parameters<Router["block"]>[0];

type RequestDetails = BrowserProxy.OnRequestDetailsType & { readonly originUrl?: string | undefined };

export interface FirefoxRouterParts {
  readonly own: OwnRequests;
  readonly wall: SecondWall;
  readonly access: SiteAccess;
  /** Whether another extension sends requests another way than we answer. */
  readonly overruled: () => boolean;
  readonly events: RouterEvents;
  readonly clock: Clock;
  readonly ready: () => Promise<void>;
  /** Where every request of the user begins. */
  readonly requests: OpenRequests;
}

/** The router, what it must find again, and how the events of a request name their member. */
export interface FirefoxRouter extends Router {
  readonly memory: { save(): unknown; load(saved: unknown): void };
  /** The member behind a connection's isolation key; null: not one of ours. */
  memberOf(key: string | undefined): Tag | null;
  /** New requests through these members get another key, so that they leave the standing connections. */
  renew(members: readonly Tag[]): void;
}

type State =
  | { readonly kind: "starting" }
  | { readonly kind: "off" }
  | { readonly kind: "blocked"; readonly why: BlockReason }
  | {
      readonly kind: "on";
      readonly routing: Routing;
      readonly index: ReturnType<typeof prepare>;
      readonly proxies: ReadonlyMap<Tag, ProxyOutbound>;
    };

/**
 * Firefox's router: `proxy.onRequest` asks for every request.
 *
 *   starting ── take ──> on        (a request waits while starting, at most 5 s, then it is blocked)
 *            ── block ─> blocked
 *            ── release > off      (the browser's own settings)
 *
 * Every mistake of a listener sends its request directly (fact F1). So the answer is built in one place, every error is
 * caught, and any doubt answers a port where nothing listens.
 */
export function createFirefoxRouter(parts: FirefoxRouterParts): FirefoxRouter {
  const { own, wall, access, overruled, events, clock, ready, requests } = parts;
  let state: State = { kind: "starting" };
  let memory: Memory = createMemory();
  /** Private windows' turns and sticky keys: kept nowhere but here. */
  let privateMemory: Memory = createMemory();
  let assigned = createLru<Assignment>();
  /** What Firefox has set behind us, as it was seen last while on; null: not yet. */
  let behind: Behind | null = null;
  /** How often each member's connections were left. */
  let generations = new Map<Tag, number>();

  function answer(details: RequestDetails): unknown {
    // A test under way when it is switched off must not go directly.
    const mine = own.of(details);
    if (mine) return forOurs(mine, details.url);
    if (state.kind === "off") return undefined;
    if (own.ours(details)) return BLOCKED;
    if (state.kind === "on") return forUser(state, details);
    seeTraffic(details, null);
    return BLOCKED;
  }

  const seeTraffic = ({ url, cookieStoreId: container = "" }: RequestDetails, outbound: Tag | null): void =>
    events.traffic({ url, container, outbound });

  function forOurs(mine: OwnRequest, url: string): unknown {
    if (mine.tag === DIRECT && state.kind === "on") return null;
    const proxy = state.kind === "on" ? state.proxies.get(mine.tag) : undefined;
    mine.unsent = !proxy;
    const key = testKey(url.slice(url.lastIndexOf("-") + 1));
    if (!proxy) return BLOCKED;
    return proxyAnswer(mine.knock ? { ...proxy, protocol: "http", account: null } : proxy, key);
  }

  function forUser({ routing, index, proxies }: Extract<State, { kind: "on" }>, details: RequestDetails): unknown {
    const at = readOrigin(details.url);
    if (!at) return BLOCKED;
    const { scheme, host, port } = at;
    const request: Request = { scheme, host, port, container: details.cookieStoreId ?? "" };
    const kept = details.incognito ? privateMemory : memory;
    const now = clock.now();
    const decision = decide(index, routing.plans, kept, request, now);
    const origin = `${scheme}://${host}:${port}`;
    if (bypasses(at)) {
      // The request goes directly whatever we answer (facts F7, F14): nobody serves it, and nobody takes a turn.
      assigned.delete(`${request.container} ${origin}`);
      follow(origin, request.container, details, { outbound: DIRECT, via: [] });
    } else {
      remember(kept, decision.changes, now);
      if (!details.incognito) note(origin, request.container, decision);
      follow(origin, request.container, details, decision);
    }
    const proxy = proxies.get(decision.outbound);
    seeTraffic(details, proxy?.tag ?? null);
    if (decision.outbound === "direct") return null;
    return proxy ? proxyAnswer(proxy, memberKey(proxy.tag, generations.get(proxy.tag) ?? 0)) : BLOCKED;
  }

  function note(origin: string, container: string, { outbound, via, rule }: Decision): void {
    const key = `${container} ${origin}`;
    assigned.use(key, { origin, outbound, via, rule });
    if (assigned.size > ASSIGNMENTS) assigned.delete(assigned.oldest()?.key ?? "");
  }

  const bypasses = (at: WrittenOrigin): boolean =>
    isBypassed(at.host, "firefox") || isOnBypassList(behind?.list ?? [], at);

  function follow(origin: string, container: string, details: RequestDetails, { outbound, via }: Way): void {
    const { requestId: id, url, tabId: tab, frameId: frame, type, method, timeStamp: startedAt, incognito } = details;
    // Of a connection opened beforehand no event tells the end (seen in ESR 153).
    if (type === "speculative") return;
    const asked = { id, tab, frame, type, method, origin, container, url: addressKept(type, url), startedAt };
    requests.expect({ ...asked, headedAt: null, ip: null, way: { outbound, via }, isPrivate: incognito === true });
  }

  /** Resolves when it is known how requests go; the wall and the rest of the start take longer. */
  let begun = (): void => {};
  const known = new Promise<void>((resolve) => {
    begun = resolve;
  });

  async function whenReady(details: RequestDetails): Promise<unknown> {
    try {
      await Promise.race([known, ready(), new Promise((_, fail) => setTimeout(fail, READY_MS))]);
      return state.kind === "starting" ? BLOCKED : answer(details);
    } catch {
      return BLOCKED;
    }
  }

  /** Puts the wall up and says how things stand. */
  async function stand(): Promise<void> {
    const [seen, granted] = await Promise.all([wall.raise(), access.read()]);
    // Another call may have come while the browser was asked.
    if (state.kind !== "on" && state.kind !== "blocked") return;
    behind = seen;
    events.control(controlOf(state, seen.wall, granted, overruled()));
  }

  browser.proxy.onRequest.addListener(
    (details) => {
      try {
        return (state.kind === "starting" ? whenReady(details) : answer(details)) as undefined;
      } catch {
        return BLOCKED as unknown as undefined;
      }
    },
    { urls: ["<all_urls>"] },
  );

  return {
    async take(routing) {
      const proxies = new Map(routing.proxies.map((proxy) => [proxy.tag, proxy]));
      state = { kind: "on", routing, index: prepare(routing.base), proxies };
      begun();
      await stand();
    },
    async update(plans, revision) {
      if (state.kind === "on" && revision > state.routing.revision)
        state = { ...state, routing: { ...state.routing, plans, revision } };
    },
    async block(why) {
      state = { kind: "blocked", why };
      await stand();
    },
    async release() {
      state = { kind: "off" };
      behind = null;
      assigned = createLru();
      memory = createMemory();
      privateMemory = createMemory();
      await wall.lower();
      events.control({ kind: "off" });
    },
    async check() {
      if (state.kind === "on" || state.kind === "blocked") await stand();
    },
    async assigned(origin, container) {
      // Requests that wait are noted before.
      if (state.kind === "starting") await Promise.race([known, ready()]);
      return assigned.get(`${container} ${origin}`) ?? null;
    },
    bypasses,
    async whyUnrouted(at, container) {
      if (isBypassed(at.host, "firefox")) return "loopback";
      const seen = await wall.look();
      const isRaised = state.kind !== "off" && seen.wall.kind === "up";
      if (container === PRIVATE && !seen.isAllowed) return isRaised ? "private-blocked" : "private";
      return isOnBypassList(lastingList(seen), at) ? "list" : null;
    },
    unrouted: () => (behind ? unroutedOf(behind) : NOTHING_UNROUTED),
    memory: {
      save: () => ({ turns: saveMemory(memory), generations: [...generations] }),
      load(saved) {
        const { turns, generations: left } = (saved ?? {}) as { turns?: unknown; generations?: unknown };
        memory = loadMemory(turns);
        // Our own writing (run-record).
        generations = new Map(Array.isArray(left) ? (left as [Tag, number][]) : []);
      },
    },
    memberOf: memberIn,
    renew(members) {
      for (const tag of members) generations.set(tag, (generations.get(tag) ?? 0) + 1);
    },
  };
}
