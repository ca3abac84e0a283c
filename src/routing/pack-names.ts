import type { PackedNames } from "./contract.ts";
import { BASE, SEPARATOR, widthBelow, writeNumber } from "./digits.ts";

/** So many that a block's beginning costs little, and so few that looking through one is quick. */
const BLOCK = 16;

/** A mark is one digit. */
const MOST_SHARED = BASE / 2 - 1;

/**
 * Packs names with the rule of each: 100,000 of them have to fit into a PAC text. Sorted with their labels from the last to
 * the first, neighbours share most of their beginning, and each is written as what differs from the one before. A block is
 * what all in it begin with, then for each name a mark, its rule where that is not the usual one, and the rest:
 *
 *   com,goo A d   B ABE gle   G apis      good.com, google.com (rule "ABE"), googleapis.com; written without the spaces
 *
 * A mark is one digit: twice the number of characters kept from the name before, beyond what all begin with, and one more
 * where a rule follows.
 *
 * @param names canonical hosts
 */
export function packNames(names: ReadonlyMap<string, number>): PackedNames {
  const entries = [...names].map(([name, rule]): Entry => [reversed(name), rule]);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const usual = mostCommon(names.values());
  const width = widthBelow(entries.reduce((end, [, rule]) => Math.max(end, rule + 1), 0));
  return {
    usual,
    width,
    depths: [...new Set(entries.map(([key]) => key.split(SEPARATOR).length))],
    blocks: blocksOf(entries).map((block) => pack(block, usual, width)),
  };
}

type Entry = readonly [key: string, rule: number];

function blocksOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const blocks: (readonly Entry[])[] = [];
  for (let from = 0; from < entries.length; from += BLOCK) blocks.push(entries.slice(from, from + BLOCK));
  return blocks;
}

const reversed = (name: string): string => name.split(".").reverse().join(SEPARATOR);

function pack(entries: readonly Entry[], usual: number, width: number): string {
  const [first = ""] = entries[0] ?? [];
  const start = first.slice(0, sharedLength(first, entries.at(-1)?.[0] ?? ""));
  let before = start;
  let text = start;
  for (const [key, rule] of entries) {
    const shared = Math.min(MOST_SHARED, sharedLength(before, key) - start.length);
    const own = rule !== usual;
    text +=
      writeNumber(shared * 2 + (own ? 1 : 0)) +
      (own ? writeNumber(rule, width) : "") +
      key.slice(start.length + shared);
    before = key;
  }
  return text;
}

function sharedLength(first: string, second: string): number {
  let length = 0;
  while (length < first.length && first[length] === second[length]) length++;
  return length;
}

function mostCommon(numbers: Iterable<number>): number {
  const counts = new Map<number, number>();
  let best = 0;
  for (const number of numbers) {
    const count = (counts.get(number) ?? 0) + 1;
    counts.set(number, count);
    if (count > (counts.get(best) ?? 0)) best = number;
  }
  return best;
}
