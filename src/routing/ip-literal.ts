/** Four numbers of 0 to 255 without leading zeros. */
export function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
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
function ipv6Words(text: string): readonly number[] | null {
  const halves = lastAsWords(text)?.split("::") ?? [];
  const [head, tail] = halves.map((half) => (half === "" ? [] : half.split(":").map(wordOf)));
  if (halves.length > 2 || !head || head.includes(-1) || tail?.includes(-1)) return null;
  if (!tail) return head.length === 8 ? head : null;
  const missing = 8 - head.length - tail.length;
  return missing < 1 ? null : [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** Writes an IPv4 address in the last place as the two words it is; null: dots that are none. */
function lastAsWords(text: string): string | null {
  if (!text.includes(".")) return text;
  const [, before = "", address = ""] = /^(.*:)([^:]*)$/.exec(text) ?? [];
  if (!isIpv4(address)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return `${before}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

const wordOf = (part: string): number => (/^[0-9a-f]{1,4}$/.test(part) ? Number.parseInt(part, 16) : -1);

function longestZeros(words: readonly number[]): readonly [start: number, length: number] {
  let best: readonly [number, number] = [0, 0];
  for (let start = 0; start < words.length; start++) {
    let length = 0;
    while (words[start + length] === 0) length++;
    if (length > best[1]) best = [start, length];
  }
  return best;
}
