import { attemptOutcome } from "../../background/probes/probe-outcome.ts";
import type { AttemptOutcome, EngineEffect } from "../../src/engine/contract.ts";
import { ms } from "../../src/model/units.ts";

/** One line of a vector's script: a test that matches answers after `delay` ms. */
export interface Answer {
  readonly member?: string;
  readonly url?: string;
  readonly delay: number;
  /** Unset: the expected one. */
  readonly status?: number;
  /** Its `Retry-After`, in s. */
  readonly retry_after?: number;
}

/** What an answer with this status means, as the product reads it. */
export function outcomeOf(
  { status, retry_after }: Pick<Answer, "status" | "retry_after">,
  delay: number,
): AttemptOutcome {
  const told = retry_after === undefined ? {} : { retryAfterMs: retry_after * 1_000 };
  const answer = { kind: "answer", status: status ?? 200, body: "", ...told, took: ms(delay) } as const;
  return attemptOutcome("https://a.example/", answer);
}

interface Request {
  readonly id: number;
  readonly tag: string;
  readonly startedAt: number;
  /** Null: it never returns by itself. */
  readonly ends: { readonly at: number; readonly outcome: AttemptOutcome } | null;
}

/** A test request that ended by itself. */
export interface Ended {
  readonly id: number;
  readonly outcome: AttemptOutcome;
}

const FAILS_AFTER = 50;
const TIMEOUT: AttemptOutcome = { kind: "failed", error: { code: "timeout" } };

/**
 * Sends test requests nowhere: each ends by the script, by a step, or by its own time limit as the product's prober does;
 * those of `ignoring` outbounds never return.
 */
export function createProber(answers: readonly Answer[] | null, ignoring: readonly string[]) {
  let open: readonly Request[] = [];
  let most = 0;

  function scripted(tag: string, url: string): { readonly in: number; readonly outcome: AttemptOutcome } | null {
    if (!answers) return null;
    const answer = answers.find(({ member, url: at }) => (member ?? tag) === tag && (at ?? url) === url);
    if (!answer) return { in: FAILS_AFTER, outcome: { kind: "failed", error: { code: "refused" } } };
    return { in: answer.delay, outcome: outcomeOf(answer, answer.delay) };
  }

  const first = (): Request | null =>
    open.filter(({ ends }) => ends !== null).toSorted((a, b) => (a.ends?.at ?? 0) - (b.ends?.at ?? 0))[0] ?? null;

  return {
    send({ id, tag, url, timeout }: Extract<EngineEffect, { kind: "attempt" }>, now: number): void {
      const script = scripted(tag, url);
      const own = script && script.in < timeout ? script : { in: timeout, outcome: TIMEOUT };
      const ends = ignoring.includes(tag) ? null : { at: now + own.in, outcome: own.outcome };
      open = [...open, { id, tag, startedAt: now, ends }];
      most = Math.max(most, open.filter((one) => one.tag === tag).length);
    },
    /** One that ignores its abort stays open. */
    abort(id: number): void {
      open = open.filter((one) => one.id !== id || ignoring.includes(one.tag));
    },
    abortAll(): void {
      open = [];
    },
    dueAt: (): number | null => first()?.ends?.at ?? null,
    /** Takes away the first request that ended by `now`; null: none has. */
    ended(now: number): Ended | null {
      const request = first();
      if (!request?.ends || request.ends.at > now) return null;
      open = open.filter((one) => one !== request);
      return { id: request.id, outcome: request.ends.outcome };
    },
    /** Takes away the last request through this outbound, to be ended by a step. */
    take(tag: string): { readonly id: number; readonly startedAt: number } | null {
      const request = open.findLast((one) => one.tag === tag) ?? null;
      open = open.filter((one) => one !== request);
      return request;
    },
    /** Those that a break of the network ends. */
    breakable: (): readonly string[] => open.filter(({ tag }) => !ignoring.includes(tag)).map(({ tag }) => tag),
    /** The most requests of one outbound that were open at once. */
    most: (): number => most,
  };
}

export type Prober = ReturnType<typeof createProber>;
