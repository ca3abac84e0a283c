import type { Won } from "../decision/contract.ts";
import type { MemoryJson } from "../decision/memory.ts";
import type { Tag } from "../model/outbound.ts";

/** One assignment of an origin, as the PAC program made it: [sequence, origin, outbound, groups passed, rule, at ms]. */
export type AssignmentEntry = readonly [
  sequence: number,
  origin: string,
  outbound: Tag,
  via: readonly Tag[],
  rule: Won,
  at: number,
];

/** What a batch of tests left behind: it counts only when used = set, and lost and stray are 0. */
export interface BatchCount {
  /** Lanes given. */
  readonly set: number;
  /** Lanes taken by a request. */
  readonly used: number;
  /** Lanes given while the one before to the same origin was not taken yet. */
  readonly lost: number;
  /** Requests to an origin under test that found no lane: a user's, or a test whose lane a user's request took. */
  readonly stray: number;
}

/** What the PAC program answers. `context` names the JavaScript context: a new one has forgotten what it was told. */
export type Answer = { readonly context: string } & (
  | { readonly kind: "pong"; readonly revision: number }
  | { readonly kind: "done" }
  /** Of a question; a yes is never sent as a text. */
  | { readonly kind: "yes" }
  | { readonly kind: "no" }
  /** `laneless`: requests to each origin that found no lane, before the batch's first lane to it. */
  | {
      readonly kind: "batch";
      readonly batch: number;
      readonly count: BatchCount;
      readonly laneless: Readonly<Record<string, number>>;
    }
  | { readonly kind: "laneless"; readonly count: number }
  /** Whether the name of a leaf's proxy is found (an address always is), and whether TLS is spoken with it. */
  | { readonly kind: "name"; readonly found: boolean; readonly secure: boolean }
  /** `born`: when this context began, ms since the epoch; of earlier it knows nothing. */
  | {
      readonly kind: "log";
      readonly last: number;
      readonly entries: readonly AssignmentEntry[];
      readonly born: number;
    }
  | { readonly kind: "memory"; readonly memory: MemoryJson }
  /** Meant for another context, or its number is not new; `last` is the last number taken. */
  | { readonly kind: "refused"; readonly why: "context" | "number" | "batch"; readonly last: number }
);

const MARK = "switchyard:";

/** The text an answer is thrown as. ASCII, so that no browser can garble it on the way. */
export function answerText(number: number, json: string): string {
  return `${MARK}${number}:${json}`;
}

/** Reads an answer out of the text of a PAC error ("line: 1: Uncaught switchyard:…"). Null: some other error. */
export function readAnswer(details: string): { readonly number: number; readonly answer: Answer } | null {
  const [, number, json] = /switchyard:(\d+):(\{.*\})\s*$/s.exec(details) ?? [];
  if (number === undefined || json === undefined) return null;
  try {
    // Only our own PAC program knows the number that is waited for, so its shape is trusted.
    return { number: Number(number), answer: JSON.parse(json) as Answer };
  } catch {
    return null;
  }
}
