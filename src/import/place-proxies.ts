import { isInherited } from "../lib/inherited.ts";
import type { Config } from "../model/config.ts";
import type { Tag } from "../model/outbound.ts";
import { firstTag } from "./free-tag.ts";
import { addressOf, identityOf, type ParsedProxy } from "./parsed-proxy.ts";

export interface PlacedProxy {
  readonly tag: Tag;
  readonly proxy: ParsedProxy;
  /** Whether the configuration does not have it yet. */
  readonly isNew: boolean;
}

/**
 * Gives each proxy its tag, each proxy once: the tag it has in the configuration already, else its name, else
 * `host:port`, with -2, -3 … when that is taken.
 */
export function placeProxies(
  config: Config | null,
  proxies: readonly ParsedProxy[],
  takenTags: Iterable<Tag>,
): readonly PlacedProxy[] {
  const taken = new Set(takenTags);
  const known = new Map<string, Tag>();
  for (const outbound of config?.outbounds.toReversed() ?? [])
    if (outbound.kind === "proxy") known.set(identityOf(outbound), outbound.tag);
  const numbers = new Map<string, number>();
  const freeTag = (wanted: string): Tag => {
    const { tag, next } = firstTag(wanted, (one) => !taken.has(one) && !isInherited(one), numbers.get(wanted));
    numbers.set(wanted, next);
    return tag;
  };
  const placed = new Map<string, PlacedProxy>();
  for (const proxy of proxies) {
    const identity = identityOf(proxy);
    if (placed.has(identity)) continue;
    const present = known.get(identity);
    const tag = present ?? freeTag(proxy.name || addressOf(proxy));
    placed.set(identity, { tag, proxy, isNew: present === undefined });
    taken.add(tag);
  }
  return [...placed.values()];
}
