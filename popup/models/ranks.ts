import type { Tag } from "../../src/model/outbound.ts";
import type { Shown, View } from "../../src/protocol/view.ts";

/** Where each proxy and group stands when the fastest come first: by delay, then those without one, then the failed. */
export function ranks(view: View | null): ReadonlyMap<Tag, number> {
  return new Map([...(view?.members ?? []), ...(view?.groups ?? [])].map(({ tag, shown }) => [tag, rank(shown)]));
}

function rank(shown: Shown): number {
  switch (shown.kind) {
    case "delay":
      return shown.delay;
    case "cached":
    case "testing":
    case "untested":
      return 100_000;
    case "unavailable":
      return 200_000;
    case "failed":
      return 300_000;
  }
}
