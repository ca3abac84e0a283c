/** Which pass of the monitoring it is (B12, B15): the first after start, a regular one, or one after a network change. */
export type CycleKind = "first" | "regular" | "network";

/**
 * Whose result it is: `cycle`, of the running cycle; `single`, of a test outside it (B16); `joined`, of a test outside it
 * that the running cycle has joined (M15), so it applies at once and the cycle has tested the outbound (B14).
 */
export type ResultScope = "cycle" | "single" | "joined";
