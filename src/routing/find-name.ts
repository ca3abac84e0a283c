import type { PackedNames } from "./contract.ts";
import { readNumber, SEPARATOR, VALUES } from "./digits.ts";

/** Packed names made ready. Where a block begins is taken out of it when it is first looked at: few ever are. */
export interface NameTable extends Pick<PackedNames, "usual" | "width" | "blocks"> {
  /** Whether there are names of so many labels. */
  readonly depths: readonly boolean[];
  /** The first key of each block; undefined: not looked at yet. */
  readonly heads: (string | undefined)[];
  /** Whether there may be names below the one that was looked for last. */
  deeper: boolean;
}

const NONE = Number.POSITIVE_INFINITY;

/** Characters of canonical hosts. What a browser lets through besides stands in no rule, and could be a mark of a block. */
const KEY = /^[a-z0-9,_:-]+$/;
const BELOW = SEPARATOR.charCodeAt(0);

export function loadNames({ usual, width, depths, blocks }: PackedNames): NameTable {
  const deepest = Math.max(0, ...depths);
  return {
    usual,
    width,
    depths: Array.from({ length: deepest + 1 }, (_, depth) => depths.includes(depth)),
    blocks,
    heads: new Array<string | undefined>(blocks.length).fill(undefined),
    deeper: false,
  };
}

function headOf({ blocks, heads, width }: NameTable, place: number): string {
  const known = heads[place];
  if (known !== undefined) return known;
  const block = blocks[place] ?? "";
  const start = endOfName(block, 0);
  const mark = VALUES[block.charCodeAt(start)] ?? 0;
  const rest = start + 1 + (mark & 1) * width;
  const head = block.slice(0, start) + block.slice(rest, endOfName(block, rest));
  heads[place] = head;
  return head;
}

/**
 * The rule of a name, whose labels are given from the last to the first; infinite: it is not there. Whether there may be
 * names below it stands in `deeper` then.
 *
 * @param place of `blockOf`
 */
export function ruleOfKey(names: NameTable, place: number, key: string): number {
  const { usual, width, blocks } = names;
  const values = VALUES; // a module's own name costs more where there is no compiler
  const block = blocks[place];
  // What follows may stand at the beginning of the next block.
  names.deeper = true;
  if (block === undefined) return NONE;
  const { length } = block;
  let found = NONE;
  let start = 0;
  while (start < length && values[block.charCodeAt(start)] === -1) {
    if (block.charCodeAt(start) !== key.charCodeAt(start)) return NONE;
    start++;
  }
  let matched = start;
  for (let at = start; at < length; ) {
    const mark = values[block.charCodeAt(at)] ?? 0;
    const rest = at + 1 + (mark & 1) * width;
    const shared = start + (mark >> 1);
    let end = rest;
    // A name that keeps more of the one before than was right is wrong in the same place.
    if (shared <= matched) {
      matched = shared;
      while (matched < key.length && block.charCodeAt(end) === key.charCodeAt(matched)) {
        matched++;
        end++;
      }
      const next = end < length && values[block.charCodeAt(end)] === -1 ? block.charCodeAt(end) : -1;
      if (matched === key.length && next >= 0) {
        names.deeper = next === BELOW;
        return found;
      }
      if (matched === key.length) {
        if (!KEY.test(key)) return NONE;
        found = rest > at + 1 ? readNumber(block.slice(at + 1, rest)) : usual;
      } else if (found !== NONE || next > key.charCodeAt(matched)) {
        names.deeper = false;
        return found;
      }
    }
    while (end < length && values[block.charCodeAt(end)] === -1) end++;
    at = end;
  }
  return found;
}

/** Calls would take most of the time where there is no compiler, as in a PAC: each character is a look into a table. */
function endOfName(block: string, from: number): number {
  const { length } = block;
  let at = from;
  while (at < length && VALUES[block.charCodeAt(at)] === -1) at++;
  return at;
}

/**
 * The last block that begins at or before a key; -1: none.
 *
 * @param from the block of a key that this one begins with: it is there, or a little behind
 */
export function blockOf(names: NameTable, key: string, from = -1): number {
  const { heads } = names;
  const { length } = heads;
  let low = 0;
  let high = length;
  if (from >= 0) {
    let step = 1;
    while (from + step < length && headOf(names, from + step) <= key) step *= 2;
    low = from + (step >> 1) + 1;
    high = Math.min(length, from + step);
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heads[middle] ?? headOf(names, middle)) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
