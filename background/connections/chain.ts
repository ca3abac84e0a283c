import type { Tag } from "../../src/model/outbound.ts";

/** The way a request went: the groups passed, the outermost first, and the outbound at their end. */
export interface Way {
  readonly outbound: Tag;
  readonly via: readonly Tag[];
}

/** Whether it went through this group and, out of it, to one of these members (B9: nobody else's connections). */
export function wentThrough({ outbound, via }: Way, group: Tag, members: readonly Tag[]): boolean {
  const place = via.indexOf(group);
  return place >= 0 && members.includes(via[place + 1] ?? outbound);
}

export const sameWay = (one: Way, other: Way): boolean =>
  one.outbound === other.outbound && one.via.join("\n") === other.via.join("\n");
