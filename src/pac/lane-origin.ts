import { parseOrigin } from "../routing/origin.ts";

const DOTTED = /^[a-z]+:\/\/[^/?#]*\.(?::\d*)?(?:[/?#]|$)/i;

/** Whether the name of an address's host ends with a dot. */
export const isDotted = (url: string): boolean => DOTTED.test(url);

/**
 * The origin that a lane is given for, as `https://host:443`. A dot at the end of the name stays: to Chrome it is another
 * host, which keeps tests and pages apart. Null: no web address.
 */
export function laneOrigin(url: string): string | null {
  const at = parseOrigin(url);
  return at && `${at.scheme}://${at.host}${isDotted(url) ? "." : ""}:${at.port}`;
}
