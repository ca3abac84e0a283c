import type { Tag } from "../model/outbound.ts";

/**
 * The first of `wanted`, `wanted-2`, `wanted-3` … that is good, asked in this order.
 *
 * @param from the number to begin with, when those before are known to be taken: a list may hold one name thousands of
 * times
 * @returns the tag, and the number to begin with next time
 */
export function firstTag(
  wanted: string,
  good: (tag: Tag) => boolean,
  from = 1,
): { readonly tag: Tag; readonly next: number } {
  for (let count = from; ; count++) {
    const tag = count === 1 ? wanted : `${wanted}-${count}`;
    if (good(tag)) return { tag, next: count + 1 };
  }
}
