import { type Answer, readAnswer } from "../../../../src/pac/answer.ts";
import { type ChannelSecret, type Command, commandUrl, numberIn } from "../../../../src/pac/command.ts";
import { createSilentChannel } from "./silent-channel.ts";

/** An answer takes about 2 ms (fact C5), but up to about 3 s after a network change (fact C3). */
const PATIENCE_MS = 5_000;
/** The text comes with the failure. One that has not come by then does not come. */
const LATE_MS = 1_000;
/** How a request fails when the program throws a text (fact C5). */
const TEXT_ERROR = "net::ERR_MANDATORY_PROXY_CONFIGURATION_FAILED";

/**
 * The two-way channel to the PAC program: a request to `http://<secret>.invalid/` reaches it in full, its answer is the
 * text of the error that it throws, and nothing leaves the browser.
 *
 *   hearing ── a command fails and no text comes, but a question is answered ──> silent ── a text ──> hearing
 *
 * Silent, it is told by how requests fail: enough to route, to tell plans and to test, but who served whom is not known.
 */
export interface ControlChannel {
  /** Speak with the program that has this secret; its context is learnt by the next ping. */
  open(secret: ChannelSecret): void;
  close(): void;
  /** The context that answered last; "" when unknown. */
  readonly context: string;
  /** Whether a command would reach the program now. */
  readonly ready: boolean;
  /** Fire and forget, in order; for commands whose effect a later answer shows. */
  send(command: Command): void;
  /** Null: no answer in time, or the channel is closed. */
  ask(command: Command, patienceMs?: number): Promise<Answer | null>;
  /** Whether a request is one of the channel's own. */
  owns(url: string): boolean;
  /** To be called with the text of every PAC error. */
  heard(details: string): void;
  /** To be called when a request of the channel's own has failed, with Chrome's code. */
  failed(url: string, error: string): void;
}

/**
 * @param allowed whether the PAC in force is ours: else a command would leave the browser
 * @param now ms since the epoch; numbers are drawn from it so that they rise over restarts of the background
 * @param newMark a random name
 * @param moved called when an answer comes from another context than the one before
 */
export function createControlChannel(
  allowed: () => boolean,
  now: () => number,
  newMark: () => string,
  moved: () => void = () => {},
): ControlChannel {
  let secret: ChannelSecret | null = null;
  let context = "";
  let number = 0;
  let isSilent = false;
  const waiting = new Map<number, (answer: Answer | null) => void>();
  const failing = new Map<number, (error: string) => void>();
  const silent = createSilentChannel({ confirm, emit, newMark });

  function emit(command: Command, to = context): number | null {
    if (!secret || !allowed()) return null;
    number = Math.max(number + 1, Math.floor(now() * 16));
    const url = commandUrl(secret, number, command.kind === "ping" ? "" : to, command);
    // It always fails: the answer is the failure.
    fetch(url, { cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => {});
    return number;
  }

  /** Asks a question that is answered by the kind of failure; null: it was not answered. */
  async function confirm(command: Command, to: string): Promise<string | null> {
    const sent = emit(command, to);
    if (sent === null) return null;
    const error = await within<string | null>(PATIENCE_MS, null, (resolve) => failing.set(sent, resolve));
    failing.delete(sent);
    return error;
  }

  /** `silent`: the program may have answered, and no text came of it. */
  async function hear(command: Command, patienceMs: number): Promise<{ answer: Answer | null; silent: boolean }> {
    const sent = emit(command);
    if (sent === null) return { answer: null, silent: false };
    let failed = false;
    const answer = await within<Answer | null>(patienceMs, null, (resolve) => {
      waiting.set(sent, resolve);
      failing.set(sent, (error) => {
        failed = error === TEXT_ERROR;
        if (failed) setTimeout(resolve, LATE_MS, null);
      });
    });
    waiting.delete(sent);
    failing.delete(sent);
    return { answer, silent: failed && answer === null };
  }

  function hearFrom(next: string): void {
    const isOther = context !== "" && context !== next;
    context = next;
    if (isOther) moved();
  }

  async function askOnce(command: Command, patienceMs: number): Promise<Answer | null> {
    if (!isSilent) {
      const heard = await hear(command, patienceMs);
      isSilent = heard.silent && secret !== null && (await silent.ask({ kind: "ping" })) !== null;
      if (!isSilent) return heard.answer;
    }
    // Texts may come again.
    else if (command.kind === "ping") emit(command);
    return silent.ask(command);
  }

  return {
    open(next) {
      secret = next;
      context = "";
      silent.forget();
    },
    close() {
      secret = null;
      context = "";
    },
    get context() {
      return context;
    },
    get ready() {
      return secret !== null && allowed();
    },
    send(command) {
      silent.note(command);
      emit(command);
    },
    async ask(command, patienceMs = PATIENCE_MS) {
      const asked = secret;
      let answer = await askOnce(command, patienceMs);
      if (answer?.kind === "refused" && answer.why === "number") {
        // The clock was set back since an earlier background spoke: go on above its last number.
        number = Math.max(number, answer.last);
        answer = await askOnce(command, patienceMs);
      }
      // Of a program that was spoken with before it says nothing of the one now.
      if (answer && secret === asked) hearFrom(answer.context);
      return answer;
    },
    owns: (url) => secret !== null && url.startsWith(`http://${secret.host}.invalid/`),
    heard(details) {
      const read = readAnswer(details);
      if (!read) return;
      isSilent = false;
      waiting.get(read.number)?.(read.answer);
    },
    failed(url, error) {
      const of = numberIn(url);
      if (of !== null) failing.get(of)?.(error);
    },
  };
}

/** What `listen` is told, or `otherwise` when that takes longer. */
async function within<T>(patienceMs: number, otherwise: T, listen: (resolve: (value: T) => void) => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const value = await new Promise<T>((resolve) => {
    listen(resolve);
    timer = setTimeout(resolve, patienceMs, otherwise);
  });
  clearTimeout(timer);
  return value;
}
