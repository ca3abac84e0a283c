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
export const join32 = (first: number, second: number): number =>
  mix32((Math.imul(mix32(first ^ 0x5bd1e995), 0x9e3779b1) + second) | 0);
