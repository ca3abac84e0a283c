import type { Tag } from "../model/outbound.ts";
import { isNear } from "../routing/near-host.ts";
import { detoursOf } from "./check-detours.ts";
import { leadingTo } from "./leading-to.ts";
import type { ReadOutbounds } from "./read-outbounds.ts";
import type { Reader } from "./reader.ts";

const DETOUR_LEFT_OUT = "an outbound that a browser can use: it is left out, and so is what dials through it";

/**
 * Leaves out what dials through an outbound that is left out, however far. One that no browser can dial through in any case
 * stays, to be refused for that.
 */
export function leaveOutDialing(reader: Reader, { outbounds, skipped, wrong }: ReadOutbounds): ReadOutbounds {
  const relays = outbounds.map(({ outbound }) => outbound).filter((one) => one.kind === "proxy" && isNear(one.host));
  const gone: ReadonlySet<Tag> = leadingTo(skipped, detoursOf(relays));
  const left = outbounds.filter(({ place, outbound }) => {
    if (outbound.kind !== "proxy" || !gone.has(outbound.tag)) return true;
    reader.note(["outbounds", place, "detour"], outbound.detour, DETOUR_LEFT_OUT);
    return false;
  });
  return { outbounds: left, skipped: gone, wrong };
}
