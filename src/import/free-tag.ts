import type { Tag } from "../model/outbound.ts";

/** The first of `wanted`, `wanted-2`, `wanted-3` … that is good, asked in this order. */
export function firstTag(wanted: string, good: (tag: Tag) => boolean): Tag {
  for (let count = 1; ; count++) {
    const tag = count === 1 ? wanted : `${wanted}-${count}`;
    if (good(tag)) return tag;
  }
}
