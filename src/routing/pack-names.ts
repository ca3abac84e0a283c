import type { PackedNames } from "./contract.ts";
import { writeNumber } from "./digits.ts";

/** So many that a shared beginning costs little, and so few that looking through one is quick. */
const BLOCK = 32;

/**
 * Packs names with the rule of each: 100,000 of them have to fit into a PAC text. Sorted with their labels from the last to
 * the first, neighbours share most of their beginning, which each block names once:
 *
 *   com.goo,d,glE,gleapis      com.good and com.googleapis belong to the usual rule, com.google to rule 4
 *
 * @param names canonical hosts
 */
export function packNames(names: ReadonlyMap<string, number>): PackedNames {
  const entries = [...names].map(([name, rule]): [string, number] => [reversed(name), rule]);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  const usual = mostCommon(names.values());
  const blocks: string[] = [];
  for (let from = 0; from < entries.length; from += BLOCK) blocks.push(pack(entries.slice(from, from + BLOCK), usual));
  return { usual, depths: [...new Set(entries.map(([key]) => key.split(".").length))], blocks };
}

const reversed = (name: string): string => name.split(".").reverse().join(".");

function pack(entries: readonly [string, number][], usual: number): string {
  const shared = sharedStart(entries[0]?.[0] ?? "", entries.at(-1)?.[0] ?? "");
  const rests = entries.map(([key, rule]) => key.slice(shared.length) + (rule === usual ? "" : writeNumber(rule)));
  return [shared, ...rests].join(",");
}

function sharedStart(first: string, last: string): string {
  let length = 0;
  while (length < first.length && first[length] === last[length]) length++;
  return first.slice(0, length);
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
