import type { ProbeError } from "../../../../src/model/probe-error.ts";
import { ms } from "../../../../src/model/units.ts";
import type { ProbeRequest, ProbeResponse } from "../../../ports/prober.ts";
import { readBody } from "../../probing/read-body.ts";
import { limitOf } from "../../probing/retry-after.ts";
import type { Accounts } from "../accounts/challenges.ts";
import { codeOf } from "../net-errors.ts";
import { type ColdTimes, measuredOf } from "./cold-time.ts";
import type { RequestTimings } from "./request-timings.ts";
import { nonceUrl, type RequestWatch } from "./request-watch.ts";

/** The event with the reason comes with the failure, before or after it. */
const EVENT_PATIENCE_MS = 500;

/**
 * An answer by a standing connection whose phases nobody measured: a connect that was given up stood later on. `took` is
 * that of the request alone.
 */
export interface WarmAnswer {
  readonly kind: "warm";
  readonly status: number;
  readonly body: string;
  readonly cut?: true;
  readonly retryAfterMs?: number;
  readonly tookMs: number;
}

/** How a request ended, and the address that its answer came from; null: there is none, or Chrome did not tell. */
export interface Sent {
  readonly response: ProbeResponse | WarmAnswer;
  readonly ip: string | null;
}

/** Sends one request of our own, by whatever lane lies ready, and reads how it went. */
export interface Sender {
  /** @param aborted called when the request is given up before its answer: its connect lives on */
  send(request: ProbeRequest, origin: string, aborted: () => void): Promise<Sent>;
}

/** M27: how long connection phases hold, where a test does not say it. */
export const PHASES_FOR_MS = 60_000;

const AGAIN: Sent = { response: { kind: "again" }, ip: null };
const failed = (error: ProbeError): Sent => ({ response: { kind: "failed", error }, ip: null });

export function createSender(
  watch: RequestWatch,
  accounts: Accounts,
  coldTimes: ColdTimes,
  timings: RequestTimings,
  randomNonce: () => string,
  now: () => number,
): Sender {
  async function why(url: string, nonce: string): Promise<ProbeError | null> {
    const failure = await watch.failureOf(nonce, EVENT_PATIENCE_MS);
    const verdict = accounts.verdictOf(url);
    if (verdict) return { code: verdict };
    if (!failure) return { code: "unknown" };
    const code = codeOf(failure.error);
    return code === null ? null : { code, detail: failure.error };
  }

  return {
    async send(request, origin, aborted) {
      const nonce = randomNonce();
      const url = nonceUrl(request.url, nonce);
      const deadline = AbortSignal.timeout(request.timeout);
      const signal = AbortSignal.any([request.signal, deadline]);
      const watched = timings.watch(url);
      const startedAt = performance.now();
      try {
        const response = await fetch(url, {
          cache: "no-store",
          credentials: "omit",
          redirect: "manual",
          referrerPolicy: "no-referrer",
          signal,
        });
        const wallMs = performance.now() - startedAt;
        const read = response.status === 407 ? { body: "" } : await readBody(response, request.most);
        const verdict = accounts.verdictOf(url);
        if (verdict) return failed({ code: verdict });
        const ip = await watch.answeredFrom(nonce, EVENT_PATIENCE_MS);
        const measured = measuredOf(await watched.times(), wallMs);
        const phasesForMs = request.phasesFor ?? PHASES_FOR_MS;
        const cold = coldTimes.cold({ tag: request.tag, origin, at: now(), phasesForMs }, measured);
        const answer = { status: response.status, ...read, ...limitOf(response) };
        const standing = measured.reused ? ({ standing: true } as const) : {};
        const estimated = cold?.estimated ? ({ estimated: true } as const) : {};
        if (cold)
          return { response: { kind: "answer", ...answer, took: ms(cold.tookMs), ...standing, ...estimated }, ip };
        // The other identity may give a fresh one.
        aborted();
        return { response: { kind: "warm", ...answer, tookMs: measured.tookMs }, ip };
      } catch {
        if (deadline.aborted || request.signal.aborted) aborted();
        if (deadline.aborted) return failed({ code: "timeout" });
        if (request.signal.aborted) return AGAIN;
        const error = await why(url, nonce);
        return error ? failed(error) : AGAIN;
      } finally {
        watch.forget(nonce);
        watched.end();
      }
    },
  };
}
