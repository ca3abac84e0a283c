const SOUNDS = ["ba", "co", "den", "fi", "gra", "hu", "ka", "lo", "mar", "ne", "pe", "ri", "sto", "ta", "vi", "zen"];
const TOPS = ["com", "com", "com", "com", "com", "org", "net", "de", "ru", "ir", "co.uk", "io", "fr", "com.br", "info"];
const BELOW = ["", "", "", "", "www.", "ads.", "api."];

/** Different names as lists of sites have them: about 16 characters each, in no order, the same every time. */
export function siteNames(count: number): readonly string[] {
  let state = 12_345;
  /** A linear congruential generator (Numerical Recipes); its high bits are good enough for names. */
  const one = (of: readonly string[]): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return of[Math.floor((state / 2 ** 32) * of.length)] ?? "";
  };
  const names = new Set<string>();
  while (names.size < count) {
    const middle =
      one(SOUNDS) + one(SOUNDS) + one(["", ...SOUNDS]) + one(["", "", ...SOUNDS]) + one(["", "", "", "-shop", "24"]);
    names.add(`${one(BELOW)}${middle}.${one(TOPS)}`);
  }
  return [...names];
}
