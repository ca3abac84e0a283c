/**
 * A fixed 32-bit hash of a text's UTF-16 units: the same in every browser and every run. MurmurHash3 x86_32 (Austin
 * Appleby, public domain), one unit a block.
 *
 * @returns 0 to 4294967295
 */
export function hash32(text: string): number {
  let hash = 0x9747b28c;
  for (let i = 0; i < text.length; i++) {
    let block = Math.imul(text.charCodeAt(i), 0xcc9e2d51);
    block = Math.imul((block << 15) | (block >>> 17), 0x1b873593);
    hash ^= block;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  return mix32(hash ^ text.length);
}

/** Spreads each bit of a number over all 32: one-to-one. MurmurHash3's finaliser. */
export function mix32(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** One hash of two, in this order. */
export const join32 = (first: number, second: number): number => mix32((lead32(first) + second) | 0);

/** What the first of two gives to `join32`. */
const lead32 = (first: number): number => Math.imul(mix32(first ^ 0x5bd1e995), 0x9e3779b1);

/**
 * The one of `places` whose number in `seconds` gives the highest `join32(first, …)`; of equals the first; null: there is
 * none. `join32` is written out here: Chrome runs a PAC without compilers, where its calls take most of the time.
 */
export function highest32(first: number, seconds: readonly number[], places: readonly number[]): number | null {
  const lead = lead32(first);
  const { imul } = Math;
  const count = places.length;
  let best: number | null = null;
  let most = -1;
  for (let i = 0; i < count; i++) {
    const place = places[i] ?? 0;
    let hash = (lead + (seconds[place] ?? 0)) | 0;
    hash = imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash = (hash ^ (hash >>> 16)) >>> 0;
    if (hash > most) {
      best = place;
      most = hash;
    }
  }
  return best;
}
