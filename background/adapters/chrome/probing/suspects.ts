import type { ProxyOutbound, Tag } from "../../../../src/model/outbound.ts";
import { placesOf } from "../places.ts";

/** Proxies through which a connection of the user failed to open, or hangs, until a fresh one opens. */
export interface Doubts {
  begin(tag: Tag): void;
  has(tag: Tag): boolean;
  end(tag: Tag): void;
  /** What is known of any other proxy, or of one at another place, is forgotten. */
  use(proxies: readonly ProxyOutbound[]): void;
  /** For the run's record. */
  save(): unknown;
  load(saved: unknown): void;
}

export function createDoubts(): Doubts {
  /** By place. */
  const doubted = new Set<string>();
  let places = placesOf([]);
  return {
    begin: (tag) => void doubted.add(places.of(tag)),
    has: (tag) => doubted.has(places.of(tag)),
    end: (tag) => void doubted.delete(places.of(tag)),
    use(proxies) {
      places = placesOf(proxies);
      for (const place of doubted) if (!places.has(place)) doubted.delete(place);
    },
    save: () => [...doubted],
    load(saved) {
      if (Array.isArray(saved)) for (const place of saved) doubted.add(String(place));
    },
  };
}
