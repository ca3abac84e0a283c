import type { Decision, Request, Snapshot } from "../decision/contract.ts";
import { decide } from "../decision/decide.ts";
import { createMemory, loadMemory, remember, saveMemory } from "../decision/memory.ts";
import { prepare } from "../decision/prepare.ts";
import { memo } from "../lib/memo.ts";
import { instant } from "../model/units.ts";
import { readOrigin } from "../routing/origin.ts";
import { type Answer, answerText } from "./answer.ts";
import { asciiJson } from "./ascii-json.ts";
import { createAssignments } from "./assignments.ts";
import { type Command, type Question, type Received, readCommand, YES } from "./command.ts";
import type { Leaf, PacData } from "./data.ts";
import { laneKeyOf } from "./lane-origin.ts";
import { createLanes } from "./lanes.ts";
import { isProxyString, isSecure, knockString, nameIn } from "./proxy-string.ts";
import { isTrusted, UNCONFIRMED } from "./unconfirmed.ts";

/**
 * Chrome runs the program a second time for some commands: those with an answer of 1,000 characters or more, and the one
 * that looks up a name (fact C7). Such a command stays valid for this long, so that its second run is accepted too.
 */
const AGAIN: ReadonlySet<Command["kind"]> = new Set(["log", "memory", "name"]);
const RERUN_MS = 2_000;

/** What an address says, as far as the program needs it. */
interface Read {
  readonly request: Request;
  readonly origin: string;
  readonly laneKey: string;
}

function readUrl(url: string): Read | null {
  const at = readOrigin(url);
  if (!at) return null;
  const { scheme, host, port, dotted } = at;
  const origin = `${scheme}://${host}:${port}`;
  const laneKey = dotted ? laneKeyOf(at) : origin;
  return { request: { scheme, host, port, container: "" }, origin, laneKey };
}

/** Chrome shows no path of an https address (fact C4), so the same few texts come again and again. */
const readKnown = memo(2_000, readUrl);
const LONG = 200;

const isSound = ({ main, other }: Leaf): boolean => isProxyString(main) && isProxyString(other);

/** What a thrown text means to Chrome: the request fails inside the browser (fact C5). */
export class Thrown extends Error {}

/**
 * The PAC program: decides for every request the user's browser makes, and serves the control channel.
 *
 * @param context names this JavaScript context; random
 * @param clock milliseconds since the epoch
 * @param isFound whether the browser finds a host's name
 * @returns a function that answers with a proxy string, or throws: a `Thrown` carries an answer of the channel or says
 *   that the request is blocked. It never returns anything Chrome could read as "direct" unless a rule says direct.
 */
export function createProgram(
  data: PacData,
  context: string,
  clock: () => number,
  isFound: (host: string) => boolean,
): (url: string) => string {
  const { secret, base } = data;
  /** A place without a sound one stays empty: commands name leaves by their places. */
  const leaves = data.leaves.map((leaf) => (isSound(leaf) ? leaf : null));
  const index = prepare(base);
  const route = new Map(leaves.flatMap((leaf): [string, string][] => (leaf ? [[leaf.tag, leaf.main]] : [])));
  const control = `${secret.host}.invalid`;
  const lanes = createLanes(clock);
  const assignments = createAssignments();
  const born = clock();
  let plans: Snapshot["plans"] = data.plans;
  let revision = data.revision;
  let memory = createMemory();
  let lastNumber = 0;
  let mark: string | null = null;
  /** Whether the rules that end with the run are known to be this run's. */
  let confirmed = isTrusted(born, data.trustedUntil ?? 0);
  /** Reads answered lately: number to the end of the time in which they may be run again. */
  const reruns = new Map<number, number>();

  function serve(command: Command): Answer {
    switch (command.kind) {
      case "ping":
        return { context, kind: "pong", revision };
      case "begin":
        lanes.begin(command.batch);
        return { context, kind: "done" };
      case "lane": {
        const { batch, origin, leaf, by } = command;
        return lanes.give(batch, origin, { leaf, by }) ? { context, kind: "done" } : refuse("batch");
      }
      case "end": {
        const count = lanes.end(command.batch);
        if (!count) return refuse("batch");
        return { context, kind: "batch", batch: command.batch, count, laneless: lanes.lanelessBefore() };
      }
      case "laneless":
        return { context, kind: "laneless", count: lanes.laneless(command.origin) };
      case "name": {
        const { main } = leaves[command.leaf] ?? { main: "" };
        const name = nameIn(main);
        return { context, kind: "name", found: name === null || isFound(name), secure: isSecure(main) };
      }
      case "confirm":
        confirmed = true;
        return { context, kind: "done" };
      case "plans":
        if (command.revision >= revision) ({ plans, revision } = command);
        return { context, kind: "pong", revision };
      case "seed":
        memory = loadMemory(command.memory);
        return { context, kind: "done" };
      case "log":
        return { context, kind: "log", born, ...assignments.since(command.since) };
      case "memory":
        return { context, kind: "memory", memory: saveMemory(memory) };
      case "mark":
        mark = command.mark;
        return { context, kind: "done" };
      case "is":
        return { context, kind: holds(command.what) ? "yes" : "no" };
    }
  }

  function holds(what: Question): boolean {
    switch (what.kind) {
      case "there":
        return true;
      case "revision":
        return revision === what.revision;
      case "counted": {
        const count = lanes.end(what.batch);
        return count?.set === what.set && count.used === what.set && count.lost + count.stray === 0;
      }
      case "calm":
        return lanes.isCalm(what.batch, what.origin);
    }
  }

  function refuse(why: "context" | "number" | "batch"): Answer {
    return { context, kind: "refused", why, last: lastNumber };
  }

  function receive({ number, context: meant, command }: Received): Answer {
    const isMine = meant === context || (mark !== null && meant === mark);
    if (command.kind !== "ping" && command.kind !== "mark" && !isMine) return refuse("context");
    const now = clock();
    for (const [old, until] of reruns) if (until < now) reruns.delete(old);
    if (number <= lastNumber && !reruns.has(number)) return refuse("number");
    lastNumber = Math.max(lastNumber, number);
    if (AGAIN.has(command.kind)) reruns.set(number, now + RERUN_MS);
    return serve(command);
  }

  function answer(decision: Decision): string {
    if (decision.outbound === "direct") return "DIRECT";
    const string = route.get(decision.outbound);
    if (!string) throw new Thrown(`blocked: ${decision.blocked ?? "unknown-outbound"}`);
    return string;
  }

  return (url) => {
    const read = url.startsWith("https:") && url.length < LONG ? readKnown(url) : readUrl(url);
    if (!read) throw new Thrown("blocked: unreadable address");
    const { request, origin, laneKey } = read;
    const { host } = request;
    if (host === control) {
      const received = readCommand(secret.key, url);
      if (!received) throw new Thrown("blocked: not a command");
      const answer = receive(received);
      if (answer.kind === "yes") return YES;
      throw new Thrown(answerText(received.number, asciiJson(answer)));
    }
    const lane = lanes.take(laneKey);
    if (lane?.by === "direct") return "DIRECT";
    if (lane) {
      const leaf = leaves[lane.leaf];
      if (!leaf) throw new Thrown("blocked: no such lane");
      return lane.by === "knock" ? knockString(leaf.main) : leaf[lane.by];
    }
    const now = instant(clock());
    const decision = decide(index, plans, memory, request, now);
    if (decision.rule === "temporary" && !confirmed) throw new Thrown(UNCONFIRMED);
    remember(memory, decision.changes, now);
    assignments.note(origin, decision, now);
    return answer(decision);
  };
}
