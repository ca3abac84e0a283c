import { DIRECT, type Tag } from "../../../../src/model/outbound.ts";
import { ms } from "../../../../src/model/units.ts";
import { laneOrigin } from "../../../../src/pac/lane-origin.ts";
import type { Lane } from "../../../../src/pac/lanes.ts";
import type { Mutex } from "../../../lib/mutex.ts";
import type { ProbeRequest, ProbeResponse, Prober } from "../../../ports/prober.ts";
import { isTest } from "../../probing/in-the-clear.ts";
import type { ControlChannel } from "../pac/control-channel.ts";
import type { ColdTimes } from "./cold-time.ts";
import { PHASES_FOR_MS, type Sender, type Sent, type WarmAnswer } from "./lane-sender.ts";
import type { ProxyAddresses } from "./proxy-addresses.ts";
import type { Identities } from "./proxy-aliases.ts";
import { KNOCK_MS, refusalReason } from "./refusal-reason.ts";
import { createStandingConnections, isSecondBetter } from "./standing-connections.ts";

/** Tests issued behind one another before the barrier; short, so that a user's request rarely falls into a batch. */
const BATCH = 20;
/** Lock-step repeats of a test whose batch did not count. */
const REPEATS = 4;
/** What a fresh connection takes where a standing one takes one: TCP, the tunnel, TLS, the request. */
const ROUND_TRIPS = 4;

interface Waiting {
  readonly request: ProbeRequest;
  readonly origin: string;
  readonly tries: number;
  /** Whether only to see if anything listens there. */
  readonly knock: boolean;
  /** Whether it was answered by a standing connection that nobody measured. */
  readonly warm: boolean;
  /** Whether it was answered with an estimated delay already (M27). */
  readonly estimated: boolean;
  /** Whether it failed by the proxy's other name, which may be the name's fault: it goes by the usual one (M27). */
  readonly usualName: boolean;
  /** Whether it was sent by the other name for a fresh connection alone (M27). */
  readonly byChoice: boolean;
  readonly settle: (response: ProbeResponse) => void;
}

/** One that was not sent yet. */
const NEW = { tries: 0, warm: false, estimated: false, usualName: false, byChoice: false } as const;

type Failed = Extract<ProbeResponse, { kind: "failed" }>;

export interface LaneProberParts {
  readonly channel: ControlChannel;
  /** Held while a batch is issued: the PAC must not be replaced in it. */
  readonly mutex: Mutex;
  readonly sender: Sender;
  readonly identities: Identities;
  readonly coldTimes: Pick<ColdTimes, "mayStand" | "wantsFresh">;
  /** Whether a proxy can be named by its other identity for a fresh connection (M27). */
  readonly hasAlias: (tag: Tag) => boolean;
  readonly addresses: Pick<ProxyAddresses, "judge" | "learn">;
  /** The place of a proxy in the PAC's list; undefined: it is not there, and nothing is sent. */
  readonly leafOf: (tag: Tag) => number | undefined;
  readonly clock: () => number;
}

/** What a knock, or a request without a proxy, came to is all there is to know. */
const explains = ({ knock, request }: Waiting): boolean => !knock && request.tag !== DIRECT && !request.unexplained;

/**
 * Sends each test through the proxy it names, many to one host at once, while the user browses.
 *
 *   queue ── up to 20 ──> begin, (lane, fetch) × n, end ──> counters right: the answers count
 *     ^                                                      └─ anything else: each again, alone
 *     └──────────────────────── tries left ───────────────────────┘      none left: `again`
 *
 * A lane says "the next request to this origin goes by member m"; the test is sent right behind it. The counters tell
 * whether exactly one request took each lane and no request came without one. If so, each test took its own lane (fact C9).
 * A context that changed in between answers with another identifier and never counts.
 *
 * A test that went by a standing connection which broke is sent again by Chrome, and the PAC is asked once more, when its
 * lane is used up: it may have gone through another proxy. So where a connection may have stood, an answer counts only
 * when no request to its origin was without a lane from the batch until the answer.
 *
 * Where Chrome says that an answer came from the proxy's own address (fact C14), and no other proxy is there, that is proof
 * enough, whatever the counters say: else a page that keeps asking the tested host would leave every test without a result.
 */
export function createLaneProber(parts: LaneProberParts): Prober {
  const { channel, mutex, sender, identities, coldTimes, hasAlias, addresses, leafOf, clock } = parts;
  /** Connections of ours by origin, member and name: those known to have ended, and those that may stand. */
  const ended = new Set<string>();
  const standing = createStandingConnections();
  const queue: Waiting[] = [];
  let batchNumber = Math.floor(clock());
  let pumping = false;

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    try {
      while (queue.length > 0) await mutex.run(() => issue(take()));
    } finally {
      pumping = false;
    }
  }

  function take(): Waiting[] {
    const alone = queue.findIndex(({ tries }) => tries > 0);
    return alone === 0 ? queue.splice(0, 1) : queue.splice(0, Math.min(BATCH, alone < 0 ? BATCH : alone));
  }

  async function issue(tests: readonly Waiting[]): Promise<void> {
    const wanted = tests.filter(({ request, settle }) => {
      if (!request.signal.aborted && laneOf(request, false) !== null) return true;
      settle({ kind: "again" });
      return false;
    });
    if (wanted.length === 0) return;
    if (channel.context === "") await channel.ask({ kind: "ping" });
    // Without the channel no lane can be given, and a request would go who knows where.
    if (channel.context === "" || !channel.ready) {
      for (const { settle } of wanted) settle({ kind: "again" });
      return;
    }
    const batch = ++batchNumber;
    const context = channel.context;
    channel.send({ kind: "begin", batch });
    const issued = wanted.map((waiting) => {
      const { request, origin, knock } = waiting;
      const key = `${origin}\n${request.tag}`;
      const startedAt = clock();
      const byChoice = goesByOther(waiting, key, startedAt);
      const other = !knock && (byChoice || identities.other(key, startedAt));
      const { leaf, by } = laneOf(request, knock, other) ?? { leaf: -1, by: "main" };
      const connection = `${key}\n${by}`;
      const mayStand = coldTimes.mayStand(request.tag, origin) && !ended.has(connection);
      channel.send({ kind: "lane", batch, origin, leaf, by });
      const aborted = (): void => {
        if (!knock) identities.aborted(key, other, startedAt);
      };
      const sent = sender.send(request, origin, aborted).then((one) => noteConnection(connection, one));
      return { waiting: { ...waiting, byChoice }, sent, mayStand };
    });
    const end = await channel.ask({ kind: "end", batch });
    const closed = end?.kind === "batch" && end.batch === batch && end.context === context ? end : null;
    const count = closed?.count;
    const counts = count?.set === issued.length && count.used === issued.length && count.lost + count.stray === 0;
    for (const { waiting, sent, mayStand } of issued) {
      const before = closed?.laneless[waiting.origin] ?? null;
      const isSure = async (): Promise<boolean> =>
        counts && (!mayStand || (before !== null && (await laneless(waiting.origin, batch, context)) === before));
      void sent.then((value) => judge(waiting, value, isSure));
    }
  }

  /**
   * M27: whether a test that wants a fresh connection goes by the proxy's other name rather than by the usual one. Never where
   * a connect by either name was given up lately: that may decide the test.
   */
  function goesByOther({ request, origin, knock, usualName }: Waiting, key: string, at: number): boolean {
    const { tag, phasesFor = PHASES_FOR_MS } = request;
    if (knock || usualName || !hasAlias(tag) || identities.lately(key, at)) return false;
    if (!coldTimes.wantsFresh({ tag, origin, at, phasesForMs: phasesFor })) return false;
    return isSecondBetter(idleSince(key, "main", at), idleSince(key, "other", at));
  }

  const idleSince = (key: string, by: "main" | "other", at: number): number | null =>
    standing.idleSince(`${key}\n${by}`, at);

  /** Whether a test with an estimated delay may find a fresh connection by the proxy's other name. */
  function mayFindFresh({ request, origin, estimated, byChoice }: Waiting): boolean {
    if (estimated || !isTest(request) || !hasAlias(request.tag)) return false;
    return idleSince(`${origin}\n${request.tag}`, byChoice ? "main" : "other", clock()) === null;
  }

  /** Null: there is no way for it. None but a download may go directly. */
  function laneOf({ tag, most }: ProbeRequest, knock: boolean, other = false): Lane | null {
    if (tag === DIRECT) return most === undefined ? null : { leaf: -1, by: "direct" };
    const leaf = leafOf(tag);
    return leaf === undefined ? null : { leaf, by: knock ? "knock" : other ? "other" : "main" };
  }

  /** A request that failed at once has no standing connection left; one that was answered may have. */
  function noteConnection(connection: string, sent: Sent): Sent {
    const { response } = sent;
    if (response.kind === "answer" || response.kind === "warm") standing.used(connection, clock());
    else standing.ended(connection);
    if (response.kind === "answer") ended.delete(connection);
    else if (response.kind === "failed" && response.error.code !== "timeout") ended.add(connection);
    return sent;
  }

  async function judge(waiting: Waiting, { response, ip }: Sent, isSure: () => Promise<boolean>): Promise<void> {
    const { tag } = waiting.request;
    const proof = addresses.judge(tag, ip);
    if (proof === "own") return finish(waiting, response);
    if (proof === "other" || !(await isSure())) return repeat(waiting);
    if (ip !== null && ip !== "") addresses.learn(tag, ip);
    finish(waiting, response);
  }

  /** Requests to an origin that found no lane; null: it cannot be said. */
  async function laneless(origin: string, batch: number, context: string): Promise<number | null> {
    const answer = await channel.ask({ kind: "laneless", origin, batch });
    return answer?.kind === "laneless" && answer.context === context ? answer.count : null;
  }

  function finish(waiting: Waiting, response: ProbeResponse | WarmAnswer): void {
    if (response.kind === "warm") finishWarm(waiting, response);
    // What fails by the other name may fail for the name: the certificate, IPv6, this machine's list of hosts.
    else if (response.kind === "failed" && waiting.byChoice) repeat({ ...waiting, usualName: true });
    else if (response.kind === "answer" && response.estimated && mayFindFresh(waiting))
      repeat({ ...waiting, estimated: true });
    else if (response.kind === "again" && !waiting.request.signal.aborted) repeat(waiting);
    else if (response.kind === "failed" && response.error.code === "refused" && explains(waiting))
      void explain(waiting, response);
    else waiting.settle(response);
  }

  /** Where both identities have such a connection no fresh one can be had: the proxy works, and its delay is estimated. */
  function finishWarm(waiting: Waiting, { kind: _, tookMs, ...answer }: WarmAnswer): void {
    // A download is not measured.
    const settles = waiting.warm || waiting.request.most !== undefined;
    if (settles)
      waiting.settle({ kind: "answer", ...answer, took: ms(tookMs * ROUND_TRIPS), standing: true, estimated: true });
    else repeat({ ...waiting, warm: true });
  }

  async function explain({ request, origin, settle }: Waiting, response: Failed): Promise<void> {
    const knock = (): Promise<ProbeResponse> =>
      enqueue({ ...request, timeout: ms(Math.min(request.timeout, KNOCK_MS)) }, origin, true);
    const error = await refusalReason(response.error, leafOf(request.tag) ?? -1, channel, knock);
    settle({ ...response, error });
  }

  function enqueue(request: ProbeRequest, origin: string, knock: boolean): Promise<ProbeResponse> {
    return new Promise((settle) => {
      queue.push({ ...NEW, request, origin, knock, settle });
      // All that the core asks for in one step goes into one batch.
      queueMicrotask(() => void pump());
    });
  }

  function repeat(waiting: Waiting): void {
    if (waiting.tries >= REPEATS) {
      waiting.settle({ kind: "again" });
      return;
    }
    queue.push({ ...waiting, tries: waiting.tries + 1 });
    void pump();
  }

  return {
    send(request) {
      // By Chrome's own writing of it the program finds the lane, and its events and times the request.
      const url = URL.canParse(request.url) ? new URL(request.url).href : "";
      const origin = laneOrigin(url);
      if (origin === null)
        return Promise.resolve({ kind: "failed", error: { code: "unknown", detail: "unreadable address" } });
      return enqueue({ ...request, url }, origin, false);
    },
  };
}
