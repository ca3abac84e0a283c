import type { KeptState } from "../../src/engine/kept-state.ts";

/** What a stopped background finds again. */
export interface RunRecord {
  /** Of the configuration that the engine's state belongs to. */
  readonly configRevision: number;
  readonly engine: KeptState;
  /** Of the plans that were sent last. */
  readonly plansRevision: number;
  /** The router's own (measured connection phases). */
  readonly router: unknown;
}

/**
 * A record as it lies in the store: texts, which browsers hand over in a tenth of the time that objects take, in parts, of
 * which a step changes few.
 */
export type RecordParts = Readonly<Record<string, string>>;

type Members = RunRecord["engine"]["members"];

/** A part of it holds so many members. */
const BLOCK = 50;
const HEAD = "head";
const ROUTER = "router";
const blockName = (place: number): string => `members ${place}`;
/** Of the parts' shape: another version's record is a new run. */
const VERSION = 4;

/** A record taken apart, its members as they were when they were written: each of them is never changed. */
export interface TakenApart {
  readonly head: string;
  readonly router: string;
  readonly blocks: readonly Members[];
}

export function takeApart({ engine, router, ...rest }: RunRecord): TakenApart {
  const { members, ...state } = engine;
  const blocks = Array.from({ length: Math.ceil(members.length / BLOCK) }, (_, place) =>
    members.slice(place * BLOCK, (place + 1) * BLOCK),
  );
  const head = JSON.stringify({ version: VERSION, ...rest, engine: state, blocks: blocks.length });
  return { head, router: JSON.stringify(router ?? null), blocks };
}

/** The parts of `next` that differ from those of `before`; the head is always one of them. */
export function changedParts(next: TakenApart, before: TakenApart | null): RecordParts {
  const blocks = next.blocks.flatMap((block, place): [string, string][] =>
    isSame(block, before?.blocks[place]) ? [] : [[blockName(place), JSON.stringify(block)]],
  );
  const router = next.router === before?.router ? {} : { [ROUTER]: next.router };
  return { ...Object.fromEntries(blocks), ...router, [HEAD]: next.head };
}

const isSame = (block: Members, before: Members = []): boolean =>
  block.length === before.length &&
  block.every(([tag, result, exit], place) => {
    const [formerTag, formerResult, formerExit] = before[place] ?? [];
    return tag === formerTag && result === formerResult && exit === formerExit;
  });

/**
 * Puts a record together again. It is our own writing, so its inside is trusted.
 *
 * @returns null: there is none, or it is another version's
 */
export function readRunRecord(parts: RecordParts): RunRecord | null {
  const text = parts[HEAD];
  if (text === undefined) return null;
  const { version, blocks, engine, ...rest } = JSON.parse(text);
  if (version !== VERSION) return null;
  const members = Array.from({ length: blocks }, (_, place) => JSON.parse(parts[blockName(place)] ?? "[]")).flat();
  return { ...rest, engine: { ...engine, members }, router: JSON.parse(parts[ROUTER] ?? "null") };
}
