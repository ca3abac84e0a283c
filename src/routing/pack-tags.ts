import type { Tag } from "../model/outbound.ts";
import type { PackedTags } from "./contract.ts";
import { readNumber, widthBelow, writeNumber } from "./digits.ts";

/** Many rules have few outbounds. */
export function packTags(all: readonly Tag[]): PackedTags {
  const places = new Map<Tag, number>();
  for (const tag of all) if (!places.has(tag)) places.set(tag, places.size);
  const width = widthBelow(places.size);
  const written = width === 0 ? [] : all.map((tag) => writeNumber(places.get(tag) ?? 0, width));
  return { tags: [...places.keys()], places: written.join(""), width };
}

/** The outbound of a rule. */
export function tagOf({ tags, places, width }: PackedTags, rule: number): Tag | undefined {
  return tags[readNumber(places.slice(rule * width, (rule + 1) * width))];
}
