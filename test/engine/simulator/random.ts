/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32, by Tommy Ettinger, public domain). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const chance = (random: Random, share: number): boolean => random() < share;

/** A whole number from `from` to `to`, both included. */
export const within = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

export function oneOf<T>(random: Random, all: readonly [T, ...T[]] | readonly T[]): T {
  return all[Math.floor(random() * all.length)]!;
}

/** Delays are spread like this: most near the median, some several times as long (Box and Muller's way to a normal one). */
export function logNormal(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * Math.exp(spread * normal);
}
