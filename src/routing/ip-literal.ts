/** Four numbers of 0 to 255 without leading zeros. */
export function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** Compressed lower-case form (RFC 5952); null: not an IPv6 address. A zone is refused. */
export function canonicalIpv6(text: string): string | null {
  const words = ipv6Words(text.toLowerCase());
  return words && ipv6Text(words);
}

/** The address of eight words in compressed form. */
export function ipv6Text(words: readonly number[]): string {
  const hex = words.map((word) => word.toString(16));
  const [start, length] = longestZeros(words);
  if (length < 2) return hex.join(":");
  return `${hex.slice(0, start).join(":")}::${hex.slice(start + length).join(":")}`;
}

/** The eight 16-bit words of an address in lower case; null: none. */
export function ipv6Words(text: string): readonly number[] | null {
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
  const [high = 0, low = 0] = ipv4Words(address);
  return `${before}${high.toString(16)}:${low.toString(16)}`;
}

/** The two 16-bit words of four numbers. */
export function ipv4Words(text: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

/** The four numbers of an address of two words. */
export const ipv4Text = ([high = 0, low = 0]: readonly number[]): string =>
  [high >> 8, high & 255, low >> 8, low & 255].join(".");

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
