import { workshop } from "../../../background/adapters/offload/offload.ts";
import type { Handlers } from "../../../background/ports/link.ts";
import type { NetworkEvents } from "../../../background/ports/network.ts";
import type { ProbeResponse } from "../../../background/ports/prober.ts";
import type { Router, RouterEvents, Routing } from "../../../background/ports/router.ts";
import type { SavedResult } from "../../../background/ports/store.ts";
import type { Controller } from "../../../background/run/controller.ts";
import { type RecordParts, readRunRecord } from "../../../background/run/run-record.ts";
import type { BackgroundParts } from "../../../background/start.ts";
import { startBackground } from "../../../background/start.ts";
import { fail, ok } from "../../../src/lib/result.ts";
import { instant, ms } from "../../../src/model/units.ts";
import { NOTHING_UNROUTED } from "../../../src/protocol/unrouted.ts";
import type { Mode } from "../../../src/protocol/view.ts";

/** How test requests through each proxy end: after so many ms, with an answer, or refused from some moment on. */
export type Proxies = Readonly<Record<string, { readonly after: number; readonly worksUntil: number }>>;

interface Due {
  readonly at: number;
  readonly run: () => void;
}

const BEAT = 30_000;
/** Browsers' alarms ring no earlier. */
const GRAIN = 30_000;
const START = 1_000_000_000_000;
const SERVICE = JSON.stringify({ ip: "203.0.113.9", country_code: "NL", country: "NL", query: "203.0.113.9" });

/**
 * The real background with ports that remember, on a virtual clock. It may die at a number of awaits: before a port does
 * what it was asked for, or after, when nobody hears of it any more. What was written stays; the next sign of life starts
 * another background.
 *
 *   alive ── the n-th await ──> dead (nothing it does counts) ── the next beat or touch ──> another one, woken
 */
export class MortalBackground {
  now = START;
  /** What was chosen. */
  mode: Mode = "balanced";
  /** What selectors were switched to. */
  picks: Readonly<Record<string, string>> = {};
  /** How often it learnt the ways of requests under way, to write them down. */
  settled = 0;
  /** Whether the popup is open, and how often it was shown something new. */
  isWatched = false;
  shown = 0;
  /** What fails when it is asked for. */
  readonly broken = new Set<"settings" | "temporary" | "take" | "update" | "release" | "check">();
  /** The router never says that it has taken over. */
  hangs = false;
  /** How often the settings were read. */
  reads = 0;
  /** How often the router's side took up what an earlier background kept. */
  takenUp = 0;
  /** What the router was asked for last. */
  routed: Routing | "blocked" | "released" | null = null;
  /** Why it was told to block last. */
  blockedFor: Parameters<Router["block"]>[0] | null = null;
  /** Awaits so far. */
  awaits = 0;
  deaths = 0;
  controller: Controller | null = null;
  readonly saved = new Map<string, SavedResult>();
  /** Test requests that were sent before the state that knows of them was written down. */
  readonly tooSoon: string[] = [];
  /** The proxies that downloads of lists began through; each hangs until it is given up. */
  readonly downloads: string[] = [];
  /** Members whose connections were left. */
  readonly left = new Set<string>();
  /** What is done when the router is told of other plans, by what it knows then. */
  onTold: () => void = () => {};
  /** Who reads kept lists waits for this. */
  slowLists: Promise<void> | null = null;
  #run: RecordParts = {};
  #alarmAt: number | null = null;
  /** When the browser's own alarm rings, where no timer lives any more. */
  #wakesAt: number | null = null;
  #beatAt = START + BEAT;
  #beats = true;
  #due: readonly Due[] = [];
  #events: RouterEvents | null = null;
  #network: NetworkEvents | null = null;
  #handlers: Handlers | null = null;
  #isOnline = true;
  #life = 0;

  constructor(
    readonly text: string,
    readonly proxies: Proxies,
    /** At which await it dies, and on which side of it. */
    readonly death: { readonly at: number; readonly after: boolean } | null,
  ) {}

  /** Lets time pass; whatever is due happens. */
  async until(at: number): Promise<void> {
    for (;;) {
      const next = Math.min(
        this.#beats ? this.#beatAt : Infinity,
        this.#alarmAt ?? Infinity,
        ...this.#due.map((one) => one.at),
      );
      if (next > START + at) break;
      this.now = Math.max(this.now, next);
      await this.#fire();
    }
    this.now = START + at;
  }

  /** A connection of the user. */
  async traffic(url = "https://x.test/"): Promise<void> {
    await this.#wake();
    this.#events?.traffic({ url, container: "", outbound: null });
    await quiet();
  }

  /** A request of the user gets its response head; null: the browser does not say through which proxy. */
  async headed(outbound: string | null): Promise<void> {
    await this.#wake();
    this.#events?.headed({ url: "https://x.test/", container: "", outbound });
    await quiet();
  }

  async ask(tags: readonly string[]): Promise<void> {
    await this.#wake();
    this.controller?.input({ kind: "ask", tags });
    await quiet();
  }

  /** The popup is opened. */
  async touch(): Promise<void> {
    await this.#wake();
    await this.controller?.ready();
    await quiet();
  }

  /** The configuration is edited. */
  async edit(text: string): Promise<void> {
    await this.#wake();
    await this.#handlers?.saveConfig({ text, basedOn: 1 });
    await quiet();
  }

  async choose(mode: Mode): Promise<void> {
    await this.#wake();
    await this.#handlers?.setMode(mode);
    await quiet();
  }

  async pick(group: string, member: string): Promise<void> {
    await this.#wake();
    await this.#handlers?.pick({ group, member });
    await quiet();
  }

  /** What held proxies back may be over. */
  async renew(): Promise<void> {
    await this.#wake();
    this.#events?.renew();
    await quiet();
  }

  async #fire(): Promise<void> {
    const ended = this.#due.find(({ at }) => at <= this.now);
    if (ended) {
      this.#due = this.#due.filter((one) => one !== ended);
      ended.run();
      return quiet();
    }
    await this.#wake();
    if (this.#alarmAt !== null && this.#alarmAt <= this.now) {
      this.#alarmAt = null;
      this.#onAlarm();
    } else {
      this.#beatAt = this.now + BEAT;
      this.#onBeat();
    }
    await quiet();
  }

  /** The network goes or comes back; a background that is stopped does not hear of it. */
  async setOnline(online: boolean): Promise<void> {
    this.#isOnline = online;
    if (this.controller) this.#network?.online(online);
    await quiet();
  }

  /** As a browser stops a background that has been idle. */
  stop(): void {
    this.#die();
    this.#alarmAt = this.#wakesAt;
  }

  #onAlarm: () => void = () => {};
  #onBeat: () => void = () => {};

  async #wake(): Promise<void> {
    if (this.controller) return;
    const life = ++this.#life;
    const controller = startBackground(this.#parts(life));
    if (life === this.#life) this.controller = controller;
    await quiet();
  }

  #die(): void {
    this.deaths++;
    this.#life++;
    this.controller = null;
    this.#due = [];
  }

  /** A port's promise: dies with its background. */
  async #awaited<T>(life: number, work: () => T): Promise<T> {
    if (life !== this.#life) return never();
    const dies = ++this.awaits === this.death?.at;
    if (dies && !this.death?.after) {
      this.#die();
      return never();
    }
    await null;
    if (life !== this.#life) return never();
    const done = work();
    if (dies) {
      this.#die();
      return never();
    }
    await null;
    return life === this.#life ? done : never();
  }

  #parts(life: number): BackgroundParts {
    const port = <T>(work: () => T): Promise<T> => this.#awaited(life, work);
    const nothing = () => port(() => undefined);
    const routed = (how: Exclude<MortalBackground["routed"], null>) =>
      port(() => {
        this.routed = how;
      });
    const config = { text: this.text, revision: 1, savedAt: 1 };
    return {
      clock: { now: () => instant(this.now) },
      createAlarm: (name, onDue) => {
        if (name !== "deadline") return { set() {} };
        if (life === this.#life) this.#onAlarm = onDue;
        return {
          set: (at) => {
            if (life !== this.#life) return;
            this.#alarmAt = at === null ? null : Math.max(at, this.now + 1);
            this.#wakesAt = at === null ? null : Math.max(at, this.now + GRAIN);
          },
        };
      },
      createHeartbeat: (_, onDue) => {
        if (life === this.#life) this.#onBeat = onDue;
        const beats = (does: boolean) => () => {
          if (life === this.#life) this.#beats = does;
        };
        return { start: beats(true), stop: beats(false) };
      },
      createLink: (handlers) => {
        if (life === this.#life) this.#handlers = handlers;
        const isWatched = (): boolean => this.isWatched;
        return {
          get listening() {
            return isWatched();
          },
          publish: () => void this.shown++,
        };
      },
      createPlatform: (events) => {
        if (life === this.#life) this.#events = events;
        return {
          router: {
            take: (routing) => (this.broken.has("take") ? fails() : this.hangs ? never() : routed(routing)),
            update: (plans, revision) =>
              this.broken.has("update") ? fails() : port(() => this.#told(plans, revision)),
            block: (why) => {
              this.blockedFor = why;
              return routed("blocked");
            },
            release: () => (this.broken.has("release") ? fails() : routed("released")),
            check: () => (this.broken.has("check") ? fails() : nothing()),
            assigned: () => port(() => null),
            bypasses: () => false,
            whyUnrouted: () => port(() => null),
            unrouted: () => NOTHING_UNROUTED,
          },
          prober: {
            send: ({ tag, url, timeout, signal, most }) =>
              most === undefined ? this.#send(life, tag, url, timeout) : this.#download(tag, signal),
          },
          connections: {
            open: () => port(() => []),
            broken: () => port(() => []),
            renew: (members) => {
              if (life === this.#life) for (const member of members) this.left.add(member);
            },
            restartLoad: () => port(() => false),
            stopTab: nothing,
            reloadTab: nothing,
            moveDownload: nothing,
            settle: () => port(() => void this.settled++),
          },
          heldBack: () => [],
          memory: { save: () => null, load: () => this.takenUp++ },
        };
      },
      badge: { show() {} },
      createWebRtc: () => ({ apply: async () => "open" }),
      watchNetwork: (events) => {
        if (life === this.#life) this.#network = events;
        return { isOnline: () => this.#isOnline };
      },
      settingsStore: {
        read: () =>
          port(() => {
            this.reads++;
            const value = { mode: this.mode, config, webRtc: false, picks: this.picks };
            return this.broken.has("settings") ? fail("the disk is gone") : ok(value);
          }),
        readVersions: () => port(() => ({ ok: true, value: [] }) as const),
        write: ({ mode = this.mode, picks = this.picks }) =>
          port(() => {
            Object.assign(this, { mode, picks });
            return { ok: true, value: null } as const;
          }),
      },
      checkedStore: { read: () => port(() => null), write: nothing },
      workshop,
      listStore: {
        read: async () => {
          await this.slowLists;
          return ok([]);
        },
        write: async () => {},
        text: async () => ok(null),
        keepOnly: async () => {},
      },
      version: "1.0",
      temporaryStore: { read: () => (this.broken.has("temporary") ? fails() : port(() => [])), write: nothing },
      runStore: {
        read: () => port(() => this.#run),
        write: (parts) =>
          port(() => {
            this.#run = { ...this.#run, ...parts };
          }),
      },
      resultStore: {
        read: () => port(() => [...this.saved.values()]),
        write: (saved) => port(() => saved.forEach((one) => void this.saved.set(one.tag, one))),
        drop: (tags) => port(() => tags.forEach((tag) => void this.saved.delete(tag))),
      },
      historyStore: { read: async () => [], write: async () => {} },
      logStore: { append: async () => {}, read: async () => [] },
    };
  }

  #told(plans: Routing["plans"], revision: number): void {
    if (this.routed === null || typeof this.routed === "string" || revision <= this.routed.revision) return;
    this.routed = { ...this.routed, plans, revision };
    this.onTold();
  }

  #send(life: number, tag: string, url: string, timeout: number): Promise<ProbeResponse> {
    const { after, worksUntil } = this.proxies[tag] ?? { after: timeout, worksUntil: 0 };
    const isTest = url.includes("generate_204");
    if (isTest && readRunRecord(this.#run)?.engine.monitoring.tests[tag] === undefined) this.tooSoon.push(tag);
    const works = this.now - START < worksUntil;
    const answer: ProbeResponse = isTest
      ? { kind: "answer", status: 204, body: "", took: ms(after) }
      : { kind: "answer", status: 200, body: SERVICE, took: ms(after + 1) };
    const code = this.#isOnline ? "refused" : "offline";
    const response: ProbeResponse = works && this.#isOnline ? answer : { kind: "failed", error: { code } };
    return new Promise((resolve) => {
      const run = (): void => resolve(response);
      if (life === this.#life) this.#due = [...this.#due, { at: this.now + after, run }];
    });
  }

  #download(tag: string, signal: AbortSignal): Promise<ProbeResponse> {
    this.downloads.push(tag);
    if (!this.#isOnline) return Promise.resolve({ kind: "failed", error: { code: "offline" } });
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ kind: "again" })));
  }
}

const fails = (): Promise<never> => Promise.reject(new Error("broken"));

const never = (): Promise<never> => new Promise(() => {});

/** Everything that can go on without time has gone on. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
}
