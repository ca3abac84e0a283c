import { type Ms, ms } from "../model/units.ts";

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  "\u00b5s": 1e-3,
  "\u03bcs": 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h|d)/gy;

/**
 * Reads a duration as the seeds write it ("300ms", "1.5h", "2h45m"; Go's form, and `d` for days).
 *
 * @returns whole milliseconds, negative with a sign in front; null: not a duration
 */
export function parseDuration(text: string): Ms | null {
  const [, sign = "", rest = ""] = /^([+-]?)(.*)$/s.exec(text.trim()) ?? [];
  if (rest === "0") return ms(0);
  PART.lastIndex = 0;
  let total = 0;
  let at = 0;
  for (let part = PART.exec(rest); part; part = PART.exec(rest)) {
    total += Number(part[1]) * (UNITS[part[2] ?? ""] ?? 0);
    at = PART.lastIndex;
  }
  const whole = Math.round(sign === "-" ? -total : total);
  // A browser's timers throw at more (2^53 ms, 285,000 years).
  return rest === "" || at !== rest.length || !Number.isSafeInteger(whole) ? null : ms(whole);
}

/** Writes a duration so that `parseDuration` reads the same. */
export function writeDuration(duration: Ms): string {
  if (duration % 3_600_000 === 0) return `${duration / 3_600_000}h`;
  if (duration % 60_000 === 0) return `${duration / 60_000}m`;
  return duration % 1_000 === 0 ? `${duration / 1_000}s` : `${duration}ms`;
}
