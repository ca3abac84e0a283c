import { of, stories } from "./story.ts";

const ONE = "https://one.example/generate_204";
const TWO = "https://two.example/generate_204";
const URLS = { options: { urls: [ONE, TWO] } };
const limited = (url: string, more: object = {}) => ({ url, status: 429, delay: 20, ...more });

stories({
  "X6.16, X6.18 · an address that answers 429 says nothing of the member: the same test asks the next, and two members let it rest":
    {
      given: { outbounds: ["a", "b"], ...URLS, answers: [limited(ONE), { url: TWO, delay: 40 }] },
      steps: [[0, "start"]],
      expect: [
        [20, { address_rests_until: { [ONE]: 600_020, [TWO]: null }, url_in_use: TWO }],
        [
          500,
          { state_of: { a: "works", b: "works" }, delay_of: { a: 40 }, urls_tried: [ONE, TWO], tests_count: { a: 1 } },
        ],
        [600_019, { url_in_use: TWO }],
        [600_021, { url_in_use: ONE, address_rests_until: { [ONE]: null } }],
      ],
    },
  "X6.18 · its Retry-After says how long, between a minute and an hour": {
    given: { outbounds: ["a", "b"], ...URLS, answers: [limited(ONE, { retry_after: 1 }), { url: TWO, delay: 40 }] },
    steps: [[0, "start"]],
    expect: [
      [60_019, { url_in_use: TWO }],
      [60_021, { url_in_use: ONE }],
    ],
  },
  "X6.18 · one member alone lets no address rest": {
    given: { outbounds: ["a"], ...URLS, answers: [limited(ONE), { url: TWO, delay: 40 }] },
    steps: [[0, "start"]],
    expect: [[1_000, { address_rests_until: { [ONE]: null }, url_in_use: ONE, delay_of: { a: 40 } }]],
  },
  "X6.18 · when all rest the first is used": {
    given: { outbounds: ["a", "b"], ...URLS, answers: [limited(ONE), limited(TWO)] },
    steps: [[0, "start"]],
    expect: [[1_000, { address_rests_until: { [ONE]: 600_020, [TWO]: 600_040 }, url_in_use: ONE }]],
  },
  "X6.17 · with no other address nothing is recorded, the note says so, and the next cycle tests it": {
    given: { outbounds: ["a", "b"], worked_in_this_run: { a: 100 }, answers: [{ status: 429, delay: 20 }] },
    steps: [
      [0, "cycle_start", { kind: "regular" }],
      [1_000, "connection_failed_through_member", of("a")],
      [2_000, "cycle_start", { kind: "regular" }],
    ],
    expect: [
      [1_500, { state_of: { a: "works", b: "untested" }, delay_of: { a: 100 }, error_of: { a: null } }],
      [1_500, { note_of: { a: "address_limited", b: "address_limited" } }],
      [2_000, { cycle_targets: ["a", "b"] }],
    ],
  },
  "X6.17 · the note goes with the next result": {
    given: { outbounds: ["a"] },
    steps: [
      [0, "user_test", of("a")],
      [50, "attempt_answers", { member: "a", status: 429 }],
      [1_000, "user_test", of("a")],
      [1_050, "attempt_answers", of("a")],
    ],
    expect: [
      [500, { note_of: { a: "address_limited" }, state_of: { a: "untested" } }],
      [1_050, { note_of: { a: null }, state_of: { a: "works" } }],
    ],
  },
  "M1, X6.17 · it is the member's failure when the address answered another within the last interval": {
    given: { outbounds: ["a", "b"], options: { interval: "5m" } },
    steps: [
      [0, "user_test", of("b")],
      [50, "attempt_answers", of("b")],
      [200_000, "connection_failed_through_member", of("a")],
      [200_050, "attempt_answers", { member: "a", status: 429 }],
    ],
    expect: [[200_050, { state_of: { a: "failed", b: "works" }, error_of: { a: "unexpected_answer" } }]],
  },
  "M19 · a cycle in which only what was dead fails does not leave an address by which another works": {
    given: { outbounds: ["a", "b"], ...URLS },
    steps: [
      [0, "start"],
      [50, "attempt_fails", of("a")],
      [50, "attempt_fails", of("b")],
      [150, "attempt_answers", of("a")],
      [150, "attempt_fails", of("b")],
      [295_000, "user_test", of("a")],
      [295_060, "attempt_answers", of("a")],
      [300_050, "attempt_fails", of("b")],
      [302_000, "connection_failed_through_member", of("a")],
    ],
    expect: [
      [150, { url_in_use: TWO }],
      [300_000, { cycle_targets: ["b"] }],
      [300_100, { url_in_use: TWO, state_of: { a: "works" } }],
      [302_000, { urls_tried_since: 302_000, urls_tried: [TWO] }],
    ],
  },
});
