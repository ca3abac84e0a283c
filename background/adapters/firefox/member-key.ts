import type { Tag } from "../../../src/model/outbound.ts";

/**
 * The isolation key of the user's connections through a member. Firefox never shares connections of different keys, and
 * gives the key back in every later event (facts); a higher generation leaves the connections that stand.
 */
export const memberKey = (tag: Tag, generation: number): string => `member:${generation}:${tag}`;

/** The member that a key names; null: it is not one of these. A tag may hold colons. */
export const memberIn = (key: string | undefined): Tag | null => /^member:\d+:(.*)$/s.exec(key ?? "")?.[1] ?? null;
