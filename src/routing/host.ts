import punycode from "punycode/";

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * The one form in which hosts are kept and compared: lower-case punycode without a trailing dot; IPv4 as four numbers;
 * IPv6 compressed, without brackets (RFC 5952). Full-width letters and dots are folded as UTS 46 does (by NFKC).
 *
 * @returns null: not a host name or an address
 */
export function canonicalHost(text: string): string | null {
  const bare = text.trim();
  const bracketed = /^\[(.*)\]$/s.exec(bare)?.[1];
  if (bracketed !== undefined) return canonicalIpv6(bracketed);
  if (bare.includes(":")) return canonicalIpv6(bare);
  const name = ascii(bare.normalize("NFKC").toLowerCase().replaceAll("\u3002", ".").replace(/\.$/, ""));
  if (name === null) return null;
  if (/^[\d.]+$/.test(name)) return isIpv4(name) ? name : null;
  return name.length <= 253 && name.split(".").every((label) => LABEL.test(label)) ? name : null;
}

/** Four numbers of 0 to 255 without leading zeros. */
export function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

function ascii(name: string): string | null {
  try {
    return punycode.toASCII(name);
  } catch {
    return null;
  }
}

/** Compressed lower-case form (RFC 5952); null: not an IPv6 address. A zone is refused. */
export function canonicalIpv6(text: string): string | null {
  const words = ipv6Words(text.toLowerCase());
  if (!words) return null;
  const hex = words.map((word) => word.toString(16));
  const [start, length] = longestZeros(words);
  if (length < 2) return hex.join(":");
  return `${hex.slice(0, start).join(":")}::${hex.slice(start + length).join(":")}`;
}

/** The eight 16-bit words of an address. */
export function ipv6Words(text: string): readonly number[] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half) => (half === "" ? [] : half.split(":").flatMap(wordsOf)));
  if (!head || head.includes(-1) || tail?.includes(-1)) return null;
  if (!tail) return head.length === 8 ? head : null;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? null : [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** One part between colons: a word, or an IPv4 address in its place as two; -1 for anything else. */
function wordsOf(part: string): readonly number[] {
  if (isIpv4(part)) {
    const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  }
  return [/^[0-9a-f]{1,4}$/.test(part) ? Number.parseInt(part, 16) : -1];
}

function longestZeros(words: readonly number[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0];
  for (let start = 0; start < words.length; start++) {
    let length = 0;
    while (words[start + length] === 0) length++;
    if (length > best[1]) best = [start, length];
  }
  return best;
}
