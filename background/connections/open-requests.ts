import type { Way } from "./chain.ts";
import type { OpenRequest } from "./open-request.ts";
import { createSentForms } from "./sent-forms.ts";

const OPEN = 5_000;
/** Requests that no event has told of yet; it comes within milliseconds, or never. */
const EXPECTED = 2_000;
/** What is written down for a stopped background: the oldest, for a short request is over before it is missed. */
const SAVED = 500;
/** Answers that broke off: a proxy's death is noticed a while after it broke a download. */
const BROKEN = 50;
const BROKEN_FOR_MS = 120_000;

/**
 * The user's requests under way.
 *
 *   expect ── seen ──> begin
 *   begin ──> waiting ── headed ──> answered ── completed ──> gone
 *                │                     └─ a WebSocket: standing ── its page goes ──> gone
 *                └── failed ──> gone (an answer that broke off: remembered for two minutes)
 *
 * Browsers say "completed" of a WebSocket when it opens and nothing when it closes (facts C23, F23), so a WebSocket counts
 * as open until the page that opened it is replaced or its tab is closed.
 */
export interface OpenRequests {
  /** Also a redirect's next hop, which has the same id. */
  begin(request: OpenRequest): void;
  /**
   * The request begins when an event tells of it. Firefox also asks for the way of its own requests, and of those of
   * protected sites, and no event ever tells of these or of their end (fact F12).
   */
  expect(request: OpenRequest): void;
  /** An event told of it. */
  seen(id: string): void;
  /** @param place whether it takes the place of what stands in its frame: of a page's load, see `takesPlace` */
  headed(id: string, at: number, ip: string | null, place: boolean): void;
  completed(id: string): void;
  failed(id: string, at: number): void;
  tabClosed(tab: number): void;
  /** Which way it went, once that is known. */
  settle(id: string, way: Way): void;
  list(): readonly OpenRequest[];
  /** The way of one that is under way; null: it is not, or its way is not known. */
  wayOf(id: string): Way | null;
  /** Answers that broke off within the last two minutes and could be asked for again. */
  broken(now: number): readonly OpenRequest[];
  /** Whether to load again what a tab shows, at this address, might send a form (POST) again. */
  isFormResult(tab: number, shown: string): boolean;
  /** Plain JSON, without what belongs to private windows. */
  save(): unknown;
  /** Takes up what an earlier background saved; what has ended since, or is known better, stays so. */
  load(saved: unknown): void;
}

export function createOpenRequests(): OpenRequests {
  const open = new Map<string, OpenRequest>();
  const expected = new Map<string, OpenRequest>();
  const broken: { request: OpenRequest; readonly at: number }[] = [];
  const forms = createSentForms();
  /** Events come before what was saved is read: what they ended must not come back. */
  let ended: Set<string> | null = new Set();
  let closed: Set<number> | null = new Set();

  function drop(id: string): void {
    open.delete(id);
    expected.delete(id);
    if (ended && ended.size >= OPEN) ended.clear();
    ended?.add(id);
  }

  /** Another page takes the place of the one in this frame: the sockets of that are closed. */
  function replaced({ tab, frame, type }: OpenRequest): void {
    if (tab < 0) return;
    for (const one of [...open.values()]) {
      const gone = one.tab === tab && one.type === "websocket" && (type === "main_frame" || one.frame === frame);
      if (gone) drop(one.id);
    }
  }

  function begin(request: OpenRequest): void {
    forms.begin(request);
    open.delete(request.id);
    open.set(request.id, request);
    if (open.size > OPEN) drop(open.keys().next().value ?? "");
  }

  return {
    begin,
    expect(request) {
      expected.set(request.id, request);
      if (expected.size > EXPECTED) expected.delete(expected.keys().next().value ?? "");
    },
    seen(id) {
      const request = expected.get(id);
      if (!request) return;
      expected.delete(id);
      begin(request);
    },
    headed(id, at, ip, place) {
      const request = open.get(id);
      if (!request) return;
      open.set(id, { ...request, headedAt: at, ip });
      if (!place) return;
      if (request.type === "main_frame" || request.type === "sub_frame") replaced(request);
      forms.headed(request);
    },
    completed(id) {
      if (open.get(id)?.type !== "websocket") drop(id);
    },
    failed(id, at) {
      const request = open.get(id);
      if (request && request.url !== null && request.headedAt !== null) broken.push({ request, at });
      if (broken.length > BROKEN) broken.shift();
      drop(id);
    },
    tabClosed(tab) {
      closed?.add(tab);
      forms.tabClosed(tab);
      for (const one of [...open.values()]) if (one.tab === tab) drop(one.id);
    },
    settle(id, way) {
      const request = open.get(id);
      if (request) open.set(id, { ...request, way });
      for (const one of broken) if (one.request.id === id) one.request = { ...one.request, way };
    },
    list: () => [...open.values()],
    wayOf: (id) => open.get(id)?.way ?? null,
    broken: (now) => broken.filter(({ at }) => now - at < BROKEN_FOR_MS).map(({ request }) => request),
    isFormResult: forms.isResult,
    save: () => ({
      open: [...open.values()].filter(({ isPrivate }) => !isPrivate).slice(0, SAVED),
      forms: forms.save(),
    }),
    load(saved) {
      const { open: before, forms: tabs } = (saved ?? {}) as { open?: unknown; forms?: unknown };
      const later = [...open.values()];
      open.clear();
      for (const one of Array.isArray(before) ? before.filter(isOpenRequest) : [])
        if (!ended?.has(one.id) && !closed?.has(one.tab)) open.set(one.id, one);
      for (const one of later) open.set(one.id, one);
      forms.load(tabs, closed ?? new Set());
      ended = null;
      closed = null;
    },
  };
}

/** It is our own writing, but of perhaps another version. */
function isOpenRequest(value: unknown): value is OpenRequest {
  if (typeof value !== "object" || value === null) return false;
  const { id, tab, frame, type, origin, container, startedAt } = value as Partial<OpenRequest>;
  const texts = [id, type, origin, container].every((text) => typeof text === "string");
  return texts && [tab, frame, startedAt].every((number) => typeof number === "number");
}
