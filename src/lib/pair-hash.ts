import { mix32 } from "./hash.ts";

/** The two odd factors of everything that is paired with one first. */
export interface Factors {
  readonly one: number;
  readonly two: number;
}

export function factorsOf(first: number): Factors {
  const lead = Math.imul(mix32(first ^ 0x5bd1e995), 0x9e3779b1);
  return { one: (lead | 1) >>> 0, two: (mix32(lead) | 1) >>> 0 };
}

/**
 * One hash of two, made so that it can be had for thousands of seconds at once (packed-hashes): a multiplication whose 64
 * bits are folded into 32, as in wyhash (Wang Yi, public domain), and another one, to which each of those bits counts in the
 * highest ones. Those are well mixed; the lowest are not, and only make a difference where the others do not.
 *
 * @returns 0 to 4294967295
 */
export function pairHash({ one, two }: Factors, second: number): number {
  return Math.imul(fold(second, one), two) >>> 0;
}

/**
 * The upper half of a product of two 32-bit numbers, over its lower half. The product as a number is off by 2^11 at most,
 * so without the lower half, which is known exactly, it is nearest to the upper one.
 */
function fold(a: number, b: number): number {
  const lower = Math.imul(a, b) >>> 0;
  return (((a * b - lower) / 0x1_0000_0000 + 0.5) ^ lower) >>> 0;
}
