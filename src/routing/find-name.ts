import type { PackedNames } from "./contract.ts";
import { readNumber, VALUES } from "./digits.ts";

/** Packed names made ready. Where a block begins is taken out of it when it is first looked at: few ever are. */
export interface NameTable extends Pick<PackedNames, "usual" | "width" | "blocks"> {
  /** Whether there are names of so many labels. */
  readonly depths: readonly boolean[];
  /** The first key of each block; undefined: not looked at yet. */
  readonly heads: (string | undefined)[];
}

const NONE = Number.POSITIVE_INFINITY;

/** Characters of canonical hosts. What a browser lets through besides stands in no rule, and could be a mark of a block. */
const KEY = /^[a-z0-9._:-]+$/;

export function loadNames({ usual, width, depths, blocks }: PackedNames): NameTable {
  const deepest = Math.max(0, ...depths);
  return {
    usual,
    width,
    depths: Array.from({ length: deepest + 1 }, (_, depth) => depths.includes(depth)),
    blocks,
    heads: new Array<string | undefined>(blocks.length).fill(undefined),
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

/** The rule of a name, whose labels are given from the last to the first; infinite: it is not there. */
export function ruleOfKey(names: NameTable, key: string): number {
  const { usual, width, blocks } = names;
  const block = blocks[blockOf(names, key)];
  if (block === undefined) return NONE;
  const { length } = block;
  const start = endOfName(block, 0);
  let matched = 0;
  while (matched < start && block.charCodeAt(matched) === key.charCodeAt(matched)) matched++;
  if (matched < start) return NONE;
  for (let at = start; at < length; ) {
    const mark = VALUES[block.charCodeAt(at)] ?? 0;
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
      const ends = end >= length || VALUES[block.charCodeAt(end)] !== -1;
      if (ends && matched === key.length) {
        if (!KEY.test(key)) return NONE;
        return rest > at + 1 ? readNumber(block.slice(at + 1, rest)) : usual;
      }
      if (!ends && (matched === key.length || block.charCodeAt(end) > key.charCodeAt(matched))) return NONE;
    }
    at = endOfName(block, end);
  }
  return NONE;
}

/** Calls would take most of the time where there is no compiler, as in a PAC: each character is a look into a table. */
function endOfName(block: string, from: number): number {
  const { length } = block;
  let at = from;
  while (at < length && VALUES[block.charCodeAt(at)] === -1) at++;
  return at;
}

/** The last block that begins at or before a key; -1: none. */
function blockOf(names: NameTable, key: string): number {
  let low = 0;
  let high = names.heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (headOf(names, middle) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
