/** Origins that are asked again and again. */
export const KNOWN = 500;
/** Origins met before the measurement: more than any memory holds by the number of sites. */
export const MET_BEFORE = 6_000;

/** Which origins are asked: those, or one never met each time. */
export type Which = "known" | "new";

/** Each its own site; on two labels below the public suffix, as most are. */
export const hostAt = (place: number): string => `www.site${place}.com`;
