/**
 * A rule that ends with the run would decide, and nobody has said yet that its run goes on: the browser was started again,
 * or its network changed. Neither that rule nor the next may be gone by; who hears of this has it confirmed or taken away.
 */
export const UNCONFIRMED = "blocked: temporary rule not confirmed";

/** Whether the text of a PAC error says so. */
export const isUnconfirmed = (details: string): boolean => details.includes(UNCONFIRMED);
