import { hash32 } from "../lib/hash.ts";
import type { Tag } from "../model/outbound.ts";
import type { Hashed } from "./sources.ts";

/** A group made ready for decisions. */
export interface GroupIndex extends Hashed {
  readonly kind: "group";
  readonly tag: Tag;
  readonly members: readonly Tag[];
  /** The place of each member, by tag. */
  readonly places: ReadonlyMap<Tag, number>;
}

export function indexGroup(tag: Tag, members: readonly Tag[]): GroupIndex {
  const places = new Map(members.map((member, place) => [member, place]));
  return { kind: "group", tag, members, places, hashes: members.map(hash32) };
}
