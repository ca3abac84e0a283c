import { isFields } from "../config/fields.ts";
import type { Tag } from "../model/outbound.ts";
import { firstTag } from "./free-tag.ts";

const GROUP_TYPES: readonly unknown[] = ["balancer", "urltest", "selector"];

export interface WrittenOutbound {
  readonly tag: Tag;
  readonly isGroup: boolean;
}

/** A group's tag, and which outbound of the list it is; null: it is not there yet. */
export interface GroupPlace {
  readonly tag: Tag;
  readonly place: number | null;
}

/** The outbounds of a written list, each in its place; those that no browser speaks too: their tags are taken as well. */
export function writtenOutbounds(list: unknown): readonly WrittenOutbound[] {
  return (Array.isArray(list) ? list : []).map((one: unknown) => {
    const fields = isFields(one) ? one : {};
    return { tag: typeof fields.tag === "string" ? fields.tag : "", isGroup: GROUP_TYPES.includes(fields.type) };
  });
}

/** Finds a group, or a free tag for it: one that something other than a group has is passed over (`fastest-2`). */
export function placeGroup(wanted: Tag, written: readonly WrittenOutbound[]): GroupPlace {
  const groups = new Map(written.map(({ tag, isGroup }) => [tag, isGroup]));
  const { tag } = firstTag(wanted, (one) => groups.get(one) ?? true);
  const place = written.findIndex((one) => one.tag === tag);
  return { tag, place: place < 0 ? null : place };
}
