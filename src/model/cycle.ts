/** Which pass of the monitoring it is (B12, B15): the first after start, a regular one, or one after a network change. */
export type CycleKind = "first" | "regular" | "network";
