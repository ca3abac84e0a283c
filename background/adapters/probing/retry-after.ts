/**
 * When an answer with status 429 or 503 asks to come again (RFC 9110, section 10.2.3): seconds, or a date.
 *
 * @param nowMs ms since the epoch
 * @returns ms from now, at least 0; undefined: the answer does not say it, or in no form that is known
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const written = headers.get("retry-after")?.trim() ?? "";
  if (/^\d{1,9}$/.test(written)) return Number(written) * 1_000;
  // A date begins with its weekday; `Date.parse` takes other texts too.
  const at = /^[A-Z][a-z]{2,8},? /.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

/** The field of a probe's answer; empty where nothing is said. */
export function limitOf({ status, headers }: Response): { readonly retryAfterMs?: number } {
  const told = status === 429 ? retryAfterMs(headers, Date.now()) : undefined;
  return told === undefined ? {} : { retryAfterMs: told };
}
