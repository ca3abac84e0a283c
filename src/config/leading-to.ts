import type { Tag } from "../model/outbound.ts";

/** The tags themselves, and those that lead to one of them, each looked at once. */
export function leadingTo(ends: ReadonlySet<Tag>, next: ReadonlyMap<Tag, Tag>): ReadonlySet<Tag> {
  const before = new Map<Tag, Tag[]>();
  for (const [tag, to] of next) {
    const others = before.get(to);
    if (others) others.push(tag);
    else before.set(to, [tag]);
  }
  const found = new Set(ends);
  const waiting = [...ends];
  for (let tag = waiting.pop(); tag !== undefined; tag = waiting.pop())
    for (const one of before.get(tag) ?? []) {
      if (!found.has(one)) waiting.push(one);
      found.add(one);
    }
  return found;
}
