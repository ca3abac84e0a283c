import type { AttemptOutcome } from "../../src/engine/contract.ts";
import type { ProbeResponse } from "../ports/prober.ts";

/**
 * M1: what a test request's answer means. Only the expected answer counts: 204 for a `generate_204` address, else any
 * 2xx; redirects (status 0) are not followed. A 429 is the address's own limit (X6.16). The delay is whole ms from 1 to
 * 65534.
 */
export function attemptOutcome(url: string, response: ProbeResponse): AttemptOutcome {
  if (response.kind === "again") return { kind: "again" };
  if (response.kind === "failed") return { kind: "failed", error: response.error };
  const { status, took, estimated } = response;
  if (status === 429) return { kind: "limited", retryAfterMs: response.retryAfterMs ?? null };
  if (isExpected(url, status)) {
    const delay = Math.min(65_534, Math.max(1, Math.round(took)));
    return { kind: "delay", delay, ...(estimated ? { estimated } : {}) };
  }
  if (status === 407) return { kind: "failed", error: { code: "login_required", status } };
  if (status === 0) return { kind: "failed", error: { code: "unexpected_answer", detail: "redirect" } };
  return { kind: "failed", error: { code: "unexpected_answer", status } };
}

/** Whether this is the answer that a test address gives. */
export function isExpected(url: string, status: number): boolean {
  return /\/generate_204(?:[?#]|$)/.test(url) ? status === 204 : status >= 200 && status <= 299;
}
