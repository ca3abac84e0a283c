import type { Tag } from "../../src/model/outbound.ts";
import type { GroupView, MemberView, Plain } from "../../src/protocol/view.ts";
import type { ViewStore } from "./view-store.ts";

/** Where a request goes that no rule names. */
export type Serving =
  | { readonly kind: "nothing" }
  | { readonly kind: "direct" }
  | { readonly kind: "block" }
  /** What would serve cannot be used as it is written, and blocks. */
  | { readonly kind: "refused"; readonly tag: Tag }
  /** A group with no member left: it blocks. */
  | { readonly kind: "empty"; readonly via: readonly GroupView[] }
  /** `more`: how many other members of the last group take new connections beside this one. */
  | {
      readonly kind: "proxy";
      readonly via: readonly GroupView[];
      readonly member: MemberView;
      readonly more: number;
    };

interface Known {
  group(tag: Tag): GroupView | undefined;
  member(tag: Tag): MemberView | undefined;
  plain(tag: Tag): Plain | undefined;
}

/** What the last view tells. */
export const knownTo = (store: Pick<ViewStore, "group" | "member" | "plain">): Known => ({
  group: (tag) => store.group(tag).value,
  member: (tag) => store.member(tag).value,
  plain: store.plain,
});

/** Follows the groups' selections from `from` down to a proxy. */
export function serving(from: Tag | null, known: Known): Serving {
  const via: GroupView[] = [];
  let tag = from;
  while (tag !== null) {
    const plain = known.plain(tag);
    if (plain) return plain === "refused" ? { kind: plain, tag } : { kind: plain };
    const member = known.member(tag);
    if (member) return { kind: "proxy", via, member, more: Math.max(0, (via.at(-1)?.using.length ?? 1) - 1) };
    const group = known.group(tag);
    // A loop of groups is refused in the configuration; a view is not trusted to hang the page.
    if (!group || via.includes(group)) return { kind: "nothing" };
    via.push(group);
    if (group.selected === null) return { kind: "empty", via };
    tag = group.selected;
  }
  return { kind: "nothing" };
}
