import { type Answer, readAnswer } from "../../../src/pac/answer.ts";
import { type ChannelSecret, type Command, commandUrl } from "../../../src/pac/command.ts";

/** An answer takes about 2 ms; while Chrome starts a PAC anew or after a network change it waits about 3 s (facts). */
const PATIENCE_MS = 5_000;

/**
 * The two-way channel to the PAC program: a request to `http://<secret>.invalid/` reaches it in full, its answer is the
 * text of the error that it throws, and nothing leaves the browser.
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
}

/**
 * @param allowed whether the PAC in force is ours: else a command would leave the browser
 * @param now ms since the epoch; numbers are drawn from it so that they rise over restarts of the background
 */
export function createControlChannel(allowed: () => boolean, now: () => number): ControlChannel {
  let secret: ChannelSecret | null = null;
  let context = "";
  let number = 0;
  const waiting = new Map<number, (answer: Answer) => void>();

  function emit(command: Command): number | null {
    if (!secret || !allowed()) return null;
    number = Math.max(number + 1, Math.floor(now() * 16));
    const url = commandUrl(secret, number, command.kind === "ping" ? "" : context, command);
    // It always fails: the answer is the failure.
    fetch(url, { cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" }).catch(() => {});
    return number;
  }

  async function ask(command: Command, patienceMs: number): Promise<Answer | null> {
    const sent = emit(command);
    if (sent === null) return null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const answer = await new Promise<Answer | null>((resolve) => {
      waiting.set(sent, resolve);
      timer = setTimeout(() => resolve(null), patienceMs);
    });
    clearTimeout(timer);
    waiting.delete(sent);
    return answer;
  }

  return {
    open(next) {
      secret = next;
      context = "";
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
    send: (command) => void emit(command),
    async ask(command, patienceMs = PATIENCE_MS) {
      let answer = await ask(command, patienceMs);
      if (answer?.kind === "refused" && answer.why === "number") {
        // The clock was set back since an earlier background spoke: go on above its last number.
        number = Math.max(number, answer.last);
        answer = await ask(command, patienceMs);
      }
      if (answer) context = answer.context;
      return answer;
    },
    owns: (url) => secret !== null && url.startsWith(`http://${secret.host}.invalid/`),
    heard(details) {
      const read = readAnswer(details);
      if (read) waiting.get(read.number)?.(read.answer);
    },
  };
}
