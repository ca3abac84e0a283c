/**
 * A rule that ends with the run would decide, and nobody has said yet that its run goes on: the browser was started again,
 * or its network changed. Neither that rule nor the next may be gone by; who hears of this has it confirmed or taken away.
 */
export const UNCONFIRMED = "blocked: temporary rule not confirmed";

/** Whether the text of a PAC error says so. */
export const isUnconfirmed = (details: string): boolean => details.includes(UNCONFIRMED);

/**
 * Requests that waited for a new text come before the word that its temporary rules are this run's. Its context begins within
 * 100 ms; no browser is closed and started in this time.
 */
export const TRUSTED_MS = 2_000;

/** Whether a context that began at a moment is the one that its text was set for; a clock that begins anew shows another. */
export function isTrusted(born: number, until: number): boolean {
  return born < until && born >= until - 2 * TRUSTED_MS;
}
