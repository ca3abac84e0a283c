import { mix32 } from "./hash.ts";

/** The two odd factors of everything that is paired with `first`. */
export function factorsOf(first: number): readonly [number, number] {
  const lead = Math.imul(mix32(first ^ 0x5bd1e995), 0x9e3779b1);
  return [(lead | 1) >>> 0, (mix32(lead) | 1) >>> 0];
}

/**
 * One well-mixed hash of two, made so that it can be had for thousands of seconds at once (packed-hashes): two rounds of
 * a multiplication whose 64 bits are folded into 32, as in wyhash (Wang Yi, public domain).
 *
 * @returns 0 to 4294967295
 */
export function pairHash([one, two]: readonly [number, number], second: number): number {
  return fold(fold(second, one), two);
}

/** The upper half of a product of two 32-bit numbers, over its lower half. */
function fold(a: number, b: number): number {
  const low = a & 0xffff;
  const high = a >>> 16;
  const lowLow = low * (b & 0xffff);
  const lowHigh = low * (b >>> 16);
  const highLow = high * (b & 0xffff);
  const middle = (lowLow >>> 16) + (lowHigh & 0xffff) + (highLow & 0xffff);
  const upper = high * (b >>> 16) + (lowHigh >>> 16) + (highLow >>> 16) + (middle >>> 16);
  return (upper ^ Math.imul(a, b)) >>> 0;
}
