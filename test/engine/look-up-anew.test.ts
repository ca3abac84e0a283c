import { of, stories } from "./story.ts";

const A = of("a");
const found = (t: number) =>
  [t, "ip_lookup_result", { member: "a", ok: true, ip: "203.0.113.1", country: "DE", took: 500 }] as const;
/** The first cycle's success, and its look-up. */
const STARTED = [[0, "start"], [50, "attempt_answers", A], found(100)] as const;
const lookUps = (a: number) => ({ ip_lookups_started: { a } });

stories({
  "M3 · what was confirmed in this run is not asked for again by the next success": {
    given: { outbounds: ["a"] },
    steps: [...STARTED, [200_000, "user_test", A], [200_050, "attempt_answers", A]],
    expect: [[200_100, lookUps(1)]],
  },
  "M3 · it is when the outbound worked again after failing": {
    given: { outbounds: ["a"] },
    steps: [
      ...STARTED,
      [100_000, "connection_failed_through_member", A],
      [100_010, "attempt_fails", A],
      [110_050, "attempt_answers", A],
    ],
    expect: [
      [110_049, lookUps(1)],
      [110_050, lookUps(2)],
    ],
  },
  "M3 · it is when the network changed since": {
    given: { outbounds: ["a"] },
    steps: [...STARTED, [100_000, "network_change"], [102_050, "attempt_answers", A], found(102_100)],
    expect: [[102_200, lookUps(2)]],
  },
  "M3 · never within 60 s of the last look-up, but by the first success after them": {
    given: { outbounds: ["a"] },
    steps: [
      ...STARTED,
      [20_000, "connection_failed_through_member", A],
      [20_010, "attempt_fails", A],
      [30_050, "attempt_answers", A],
      [60_040, "user_test", A],
      [60_050, "attempt_answers", A],
    ],
    expect: [
      [60_049, lookUps(1)],
      [60_050, lookUps(2)],
    ],
  },
  "M3 · it is when it is an hour old": {
    given: { outbounds: ["a"], options: { interval: "30m", idle_timeout: "3h" } },
    steps: [...STARTED, [1_800_050, "attempt_answers", A], [3_600_150, "attempt_answers", A]],
    expect: [
      [1_800_100, lookUps(1)],
      [3_600_150, lookUps(2)],
    ],
  },
});
