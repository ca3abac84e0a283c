import type { Tag } from "../../../src/model/outbound.ts";

/**
 * The isolation key of the user's connections through a member. Firefox never shares connections of different keys (fact
 * F3) and gives the key back in every later event (fact F4). With a higher generation new requests leave the standing
 * connections.
 */
export const memberKey = (tag: Tag, generation: number): string => `member:${generation}:${tag}`;

/** The isolation key of a test: its nonce, so that each test opens a connection of its own. */
export const testKey = (nonce: string): string => `test:${nonce}`;

export const isOurKey = (key: string | null | undefined): boolean => /^(?:member|test):/.test(key ?? "");

/** The member that a key names; null: it is not one of these. A tag may hold colons. */
export const memberIn = (key: string | undefined): Tag | null => /^member:\d+:(.*)$/s.exec(key ?? "")?.[1] ?? null;
