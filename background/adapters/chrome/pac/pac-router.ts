import type { SnapshotBase } from "../../../../src/decision/contract.ts";
import type { MemoryJson } from "../../../../src/decision/memory.ts";
import type { Tag } from "../../../../src/model/outbound.ts";
import type { Answer } from "../../../../src/pac/answer.ts";
import type { ChannelSecret } from "../../../../src/pac/command.ts";
import { type Leaf, type PacData, pacText, plansIn, secretOf, trustedUntil } from "../../../../src/pac/data.ts";
import { TRUSTED_MS } from "../../../../src/pac/unconfirmed.ts";
import { isBypassed } from "../../../../src/routing/loopback.ts";
import { createBatches } from "../../../lib/batches.ts";
import type { Mutex } from "../../../lib/mutex.ts";
import type { Router, RouterEvents, Routing } from "../../../ports/router.ts";
import { type AssignmentHistory, createAssignmentHistory } from "./assignments.ts";
import type { ControlChannel } from "./control-channel.ts";
import { leavesOf } from "./pac-proxies.ts";
import { controlOf, type ProxySetting } from "./proxy-setting.ts";

/** A base line in the text is made fresh when the plans have been the same for this long. */
const STABLE_MS = 60_000;
/** A read of what the program knows must not hold up a change of the configuration. */
const KNOWN_PATIENCE_MS = 1_000;

/** What the browser has, and what the program in force says of itself; null: it was not asked. */
interface Look {
  readonly has: Awaited<ReturnType<ProxySetting["read"]>>;
  readonly pong: Promise<Answer | null> | null;
}

export interface PacRouterParts {
  /** The PAC program, as text. */
  readonly program: string;
  readonly setting: ProxySetting;
  readonly channel: ControlChannel;
  /** Shared with the prober: the text is never replaced while a batch of tests is issued. */
  readonly mutex: Mutex;
  readonly events: RouterEvents;
  readonly newSecret: () => ChannelSecret;
  readonly now: () => number;
}

/** The router and what the prober needs of it. */
export interface PacRouter extends Omit<Router, "unrouted"> {
  readonly leafOf: (tag: Tag) => number | undefined;
  /** Resolves when the program in force was spoken with, or it is known that there is none to speak with. */
  readonly met: Promise<void>;
  /** Whether the secret in force was drawn in this run of the browser: for the run's record. */
  readonly secret: { save(): unknown; load(saved: unknown): void };
  /** The context that was told everything, for the run's record: another one by then means that the network changed. */
  readonly greeted: { save(): unknown; load(saved: unknown): void };
  /** How the origins' requests went and when that changed, up to now. */
  readonly history: () => Promise<AssignmentHistory>;
}

/**
 * Chrome's router: one PAC text with the decision program in it, kept up to date through the control channel.
 *
 *   off ── take ──> set text ── ping answered ──> ours ── plans by channel ──> ours
 *    ^                │                             │ context changed: plans and memory again
 *    │                └─ no answer ──> dead proxy <─┘ no answer
 *    └── release ── clear (only ever when a person switches off)
 */
export function createPacRouter(parts: PacRouterParts): PacRouter {
  const { program, setting, channel, mutex, events, newSecret, now } = parts;
  let routing: Routing | null = null;
  let leaves: readonly Leaf[] = [];
  let places = new Map<Tag, number>();
  /** Revision of the plans in the text in force, and since when the plans have been what they are. */
  let textRevision = -1;
  let plansSince = 0;
  let memory: MemoryJson | null = null;
  /** The context that has this memory, or a later one of its own. */
  let memoryIn = "";
  /** The context that was told everything; any answer may come from a later one. */
  let greetedIn = "";
  let assignedUpTo = 0;
  let assignedIn = "";
  const history = createAssignmentHistory();
  /** Why everything is blocked; null: it is not. */
  let blocked: Parameters<Router["block"]>[0] | null = null;
  /** What of ours Chrome has, in force or under another extension's: made from this base, or the dead proxy. */
  let laid: SnapshotBase | "dead" | null = null;
  /**
   * Chrome keeps the text, and the secret in it, on its disk; each run of the browser draws its own, so that who read it
   * there, or saw a command's address, knows nothing of the next.
   */
  let isDrawn = false;
  /** Another owned the setting: what was tested meanwhile says nothing. */
  let lost = false;
  let meet = (): void => {};
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  /** Begun at once, while nobody knows yet what to route by: a question changes nothing. */
  let first: Promise<Look> | null = lookFirst();
  first.catch(() => {}); // it is whoever needs it who is told

  async function lookFirst(): Promise<Look> {
    const has = await setting.read();
    const secret = has.pac === null ? null : secretOf(has.pac);
    if (secret === null) return { has, pong: null };
    channel.open(secret);
    const pong = channel.ask({ kind: "ping" });
    void pong.then((answer) => answer && meet());
    return { has, pong };
  }

  /** The first look serves once. */
  async function look(): Promise<Look> {
    const begun = first;
    first = null;
    return begun ?? { has: await setting.read(), pong: null };
  }

  function text(secret: ChannelSecret, until: number | null, data: Omit<PacData, "secret" | "trustedUntil">): string {
    const { base, leaves, plans, revision } = data;
    const trusted = base.temporary && until !== null ? { trustedUntil: until } : {};
    return pacText(program, { secret, ...trusted, base, plans, revision, leaves });
  }

  /**
   * Makes sure that a text of ours is in force and answers. One that differs in its plans alone stays and is told the
   * plans: a new one would not know who served whom, and give turns of its own until it is told.
   *
   * @param fresh the text must have these very plans
   */
  async function put(fresh = false): Promise<void> {
    if (!routing) throw new Error("nothing to route by");
    const { has, pong } = await look();
    const { control, pac } = has;
    if (control === "extension" || control === "policy") return layUnder(control);
    const former = pac === null ? null : secretOf(pac);
    const secret = (isDrawn ? former : null) ?? newSecret();
    const data = { ...routing, leaves };
    const until = pac === null ? null : trustedUntil(pac);
    const wanted = text(secret, until, data);
    const older = pac === null || pac === wanted || fresh ? null : plansIn(program, pac);
    const stays =
      older !== null && older.revision < routing.revision && pac === text(secret, until, { ...data, ...older });
    textRevision = stays ? older.revision : routing.revision;
    if ((pac === wanted && !fresh) || stays) {
      laid = routing.base;
      if (!pong) channel.open(secret);
      const before = greetedIn;
      // Plans later than ours are those of a run whose record was lost: only a fresh text ends them.
      if (!(await greet(pong))) await put(true);
      // The network changed while the background was stopped.
      else if (before !== "" && greetedIn !== before) events.networkChanged();
      return;
    }
    const learnt = former !== null && (await learn(former));
    // The very same text would change nothing: the program would go on by its later plans.
    const its = pac === wanted ? newSecret() : secret;
    await setting.setPac(text(its, now() + TRUSTED_MS, data));
    isDrawn = true;
    laid = routing.base;
    channel.open(its);
    await greet();
    if (!learnt) return;
    // What was read of the former context still is how these origins went last.
    assignedIn = channel.context;
    assignedUpTo = 0;
  }

  /**
   * Another extension or a policy owns the setting. Chrome keeps ours under it and puts ours in force the moment the other
   * lets go (fact C30). So ours must be there already: nobody waits for us to notice.
   */
  async function layUnder(by: "extension" | "policy"): Promise<void> {
    const ours = routing?.base ?? "dead";
    if (laid !== ours) {
      channel.close();
      isDrawn = routing !== null;
      const lay = routing ? setting.setPac(text(newSecret(), null, { ...routing, leaves })) : setting.setDead();
      // Where it cannot be laid there, the next look tries again: what is in force is the other's either way.
      laid = await lay.then(
        () => ours,
        () => null,
      );
    }
    lost = true;
    events.control(controlOf(by));
  }

  /** What the program in force knows goes on in the next, also when we have just been woken. False: it did not answer. */
  async function learn(secret: ChannelSecret): Promise<boolean> {
    if (channel.context === "") {
      channel.open(secret);
      await channel.ask({ kind: "ping" }, KNOWN_PATIENCE_MS);
    }
    if (channel.context === "") return false;
    await keepMemory();
    await readAssignments(KNOWN_PATIENCE_MS);
    return true;
  }

  /**
   * Learns the context and tells it what it cannot know from the text; blocks when nobody answers.
   *
   * @param asked its answer, where it was asked already
   * @returns false: it goes by later plans than ours
   */
  async function greet(asked: Look["pong"] = null): Promise<boolean> {
    const pong = await (asked ?? channel.ask({ kind: "ping" }));
    if (pong?.kind !== "pong") {
      await mute();
      return true;
    }
    meet();
    if (memory && pong.context !== memoryIn) channel.send({ kind: "seed", memory });
    memoryIn = pong.context;
    greetedIn = pong.context;
    confirm();
    const same = pong.revision === textRevision && textRevision === routing?.revision;
    const told = same || (await tellPlans());
    regained();
    return told;
  }

  /** The text in force has this run's temporary rules. */
  function confirm(): void {
    if (routing?.base.temporary) channel.send({ kind: "confirm" });
  }

  function regained(): void {
    events.control({ kind: "ours" });
    if (lost) events.networkChanged();
    lost = false;
  }

  async function tellPlans(): Promise<boolean> {
    if (!routing) return true;
    const { plans, revision } = routing;
    const answer = await channel.ask({ kind: "plans", revision, plans });
    return answer?.kind === "pong" && answer.revision === revision;
  }

  async function keepMemory(): Promise<void> {
    const answer = await channel.ask({ kind: "memory" }, KNOWN_PATIENCE_MS);
    if (answer?.kind !== "memory") return;
    memory = answer.memory;
    memoryIn = answer.context;
  }

  /** A PAC that does not answer may hang in a loop: only another kind of setting ends that (fact C8). */
  async function mute(): Promise<void> {
    const { control } = await setting.read();
    if (control === "extension" || control === "policy") return events.control(controlOf(control));
    await die();
    events.control({ kind: "blocked", why: "router" });
  }

  async function die(): Promise<void> {
    channel.close();
    laid = "dead";
    await setting.setDead();
  }

  async function blockNow(why: Parameters<Router["block"]>[0]): Promise<void> {
    const { control } = (await look()).has;
    // Unreadable storage does not say whether the extension was on: what the browser has of ours does.
    if (why === "storage" && control === "free") return events.control({ kind: "off" });
    if (control === "extension" || control === "policy")
      return why === "storage" ? events.control(controlOf(control)) : layUnder(control);
    await die();
    events.control({ kind: "blocked", why });
  }

  /** Whether the context that answers is another than was told everything: then it is, and that is news; null: none answers. */
  async function greetIfNew(): Promise<boolean | null> {
    const before = greetedIn;
    const pong = await channel.ask({ kind: "ping" });
    if (pong?.kind !== "pong") {
      await mute();
      return null;
    }
    confirm();
    if (pong.context !== before || (routing && pong.revision < routing.revision)) await greet();
    const isNew = before !== "" && pong.context !== before;
    if (isNew) events.networkChanged();
    return isNew;
  }

  async function readAssignments(patienceMs?: number): Promise<void> {
    const since = assignedIn === channel.context ? assignedUpTo : 0;
    const answer = await channel.ask({ kind: "log", since }, patienceMs);
    if (answer?.kind !== "log") return;
    history.add(answer, answer.context === assignedIn ? assignedUpTo : null);
    assignedIn = answer.context;
    assignedUpTo = answer.last;
  }

  /** A page whose proxy dies has a hundred requests fail at once: whoever asks while a read is under way shares the next. */
  const readers = createBatches<() => void>(async (waiting) => {
    if (setting.ours && channel.context !== "") await readAssignments();
    for (const tell of waiting) tell();
  });

  async function readHistory(): Promise<AssignmentHistory> {
    await new Promise<void>((resolve) => readers.push(resolve));
    return history;
  }

  const inOrder = (work: () => Promise<void>): Promise<void> => mutex.run(() => work().finally(meet));

  return {
    leafOf: (tag) => places.get(tag),

    met,

    take: (next) =>
      inOrder(async () => {
        routing = next;
        blocked = null;
        leaves = leavesOf(next.proxies);
        places = new Map(leaves.map((leaf, place) => [leaf.tag, place]));
        plansSince = now();
        await put();
      }),

    update: (plans, revision) =>
      mutex.run(async () => {
        if (!routing || revision <= routing.revision) return;
        routing = { ...routing, plans, revision };
        plansSince = now();
        if (!setting.ours) return;
        if (!(await tellPlans())) await greetIfNew();
      }),

    block: (why) =>
      inOrder(async () => {
        routing = null;
        blocked = why;
        await blockNow(why);
      }),

    release: () =>
      inOrder(async () => {
        await look().catch(() => {}); // it would open the channel again
        routing = null;
        blocked = null;
        laid = null;
        lost = false;
        memory = null;
        channel.close();
        history.clear();
        await setting.clear();
        events.control({ kind: "off" });
      }),

    check: () =>
      mutex.run(async () => {
        if (blocked) return blockNow(blocked);
        if (!routing) return;
        const { control, pac } = await setting.read();
        // A text that lay under another extension's was never spoken with.
        if (control !== "ours" || pac === null || !channel.ready) return put();
        if ((await greetIfNew()) === null) return;
        regained();
        if (remembersSites(routing)) await keepMemory();
        if (textRevision < routing.revision && now() - plansSince >= STABLE_MS) await put(true);
      }),

    assigned: async (origin) => (await readHistory()).last(origin),
    bypasses: ({ host }) => isBypassed(host, "chrome"),
    // The program is asked for all else that is asked for by a window that the extension is allowed in.
    whyUnrouted: async ({ host }) => (isBypassed(host, "chrome") ? "loopback" : null),

    history: readHistory,

    secret: {
      save: () => isDrawn,
      load(saved) {
        isDrawn = saved === true;
      },
    },

    greeted: {
      save: () => greetedIn,
      load(saved) {
        greetedIn = typeof saved === "string" ? saved : "";
      },
    },
  };
}

/** Groups whose sites would change their member when a context without memory takes over, as at a change of the network. */
const remembersSites = ({ plans }: Routing): boolean => Object.values(plans).some(({ kind }) => kind === "sticky");
