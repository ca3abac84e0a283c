/**
 * A fixed 32-bit hash of a text's UTF-16 units: the same in every browser and every run. Two units are taken in and mixed
 * by a round of MurmurHash3's finaliser (Austin Appleby, public domain); a whole block of that hash takes twice as long
 * where there is no compiler, and this one meets no more collisions among names that count up.
 *
 * @returns 0 to 4294967295
 */
export function hash32(text: string): number {
  const { length } = text;
  let hash = 0x9747b28c ^ length;
  // Behind the last unit comes NaN, which is 0 once it is shifted.
  for (let i = 0; i < length; i += 2)
    hash = Math.imul(hash ^ (hash >>> 16) ^ text.charCodeAt(i) ^ (text.charCodeAt(i + 1) << 16), 0x85ebca6b);
  return mix32(hash);
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
