import { readOrigin, type WrittenOrigin } from "../routing/origin.ts";

/**
 * The origin that a lane is given for, as `https://host:443`. A dot at the end of the name stays: to Chrome it is another
 * host (fact C10), which keeps tests and pages apart. Null: no web address.
 */
export function laneOrigin(url: string): string | null {
  const at = readOrigin(url);
  return at && laneKeyOf(at);
}

export const laneKeyOf = ({ scheme, host, port, dotted }: WrittenOrigin): string =>
  `${scheme}://${host}${dotted ? "." : ""}:${port}`;
