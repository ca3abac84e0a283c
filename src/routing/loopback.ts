import { ipWords, isMapped } from "./ip-words.ts";

/** Each browser has its own rule of hosts that it never sends through a proxy, whatever an extension says (facts C12, F7). */
export type Bypassing = "chrome" | "firefox";

/**
 * Whether a host is one that a browser never sends through a proxy: this machine, and in Chrome what its own network gives
 * addresses to by itself (link-local).
 *
 * @param host lower case, without brackets and without a trailing dot
 */
export function isBypassed(host: string, by: Bypassing): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  const written = ipWords(host);
  if (written === null) return false;
  const words = by === "chrome" && isMapped(written) ? written.slice(6) : written;
  const [first = 0] = words;
  if (words.length === 2) return first >> 8 === 127 || (by === "chrome" && first === 0xa9fe);
  return isOne(words) || (by === "chrome" && first >> 6 === 0xfe80 >> 6);
}

const isOne = (words: readonly number[]): boolean => words.every((word, at) => word === (at === 7 ? 1 : 0));
