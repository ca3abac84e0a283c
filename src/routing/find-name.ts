import type { PackedNames } from "./contract.ts";
import { readNumber } from "./digits.ts";

/** Packed names made ready: nothing but where each block begins is taken out of it. */
export interface NameTable {
  readonly usual: number;
  /** Whether there are names of so many labels. */
  readonly depths: readonly boolean[];
  readonly blocks: readonly string[];
  /** The first key of each block. */
  readonly heads: readonly string[];
  /** The beginning that all keys of a block share. */
  readonly starts: readonly string[];
}

/** Characters of canonical hosts. What a browser lets through besides stands in no rule, and could be a mark of a block. */
const KEY = /^[a-z0-9._:-]+$/;
const HEAD = /^([^,]*),([a-z0-9._:-]*)/;
const OF_A_NAME = /[a-z0-9._:-]/;

export function loadNames({ usual, depths, blocks }: PackedNames): NameTable {
  const parts = blocks.map((block) => HEAD.exec(block) ?? ["", "", ""]);
  const deepest = Math.max(0, ...depths);
  return {
    usual,
    depths: Array.from({ length: deepest + 1 }, (_, depth) => depths.includes(depth)),
    blocks,
    heads: parts.map(([, start = "", rest = ""]) => start + rest),
    starts: parts.map(([, start = ""]) => start),
  };
}

/** The rule of a name, whose labels are given from the last to the first; infinite: it is not there. */
export function ruleOfKey({ usual, blocks, heads, starts }: NameTable, key: string): number {
  const block = blockOf(heads, key);
  const text = blocks[block];
  const start = starts[block];
  if (text === undefined || start === undefined || !key.startsWith(start) || !KEY.test(key)) return NONE;
  // The first place where the rest follows a comma is the key itself, if it is there at all: blocks are sorted, so that a
  // key stands before all that go on from it.
  const found = text.indexOf(`,${key.slice(start.length)}`, start.length);
  if (found < 0) return NONE;
  const end = found + 1 + key.length - start.length;
  if (OF_A_NAME.test(text.charAt(end))) return NONE;
  const next = text.indexOf(",", end);
  const rule = text.slice(end, next < 0 ? text.length : next);
  return rule === "" ? usual : readNumber(rule);
}

const NONE = Number.POSITIVE_INFINITY;

/** The last block that begins at or before a key; -1: none. */
function blockOf(heads: readonly string[], key: string): number {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((heads[middle] ?? "") <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
