import type { KeptJson, MemoryJson } from "./memory.ts";

/** Reads what `saveMemory` wrote; null when it is anything else. */
export function readMemoryJson(value: unknown): MemoryJson | null {
  return isMemoryJson(value) ? value : null;
}

function isMemoryJson(value: unknown): value is MemoryJson {
  if (typeof value !== "object" || value === null) return false;
  const { turns, rides, sticky, draws } = value as { readonly [K in keyof MemoryJson]?: unknown };
  return isListOf(turns, isTurn) && isListOf(rides, isRide) && isListOf(sticky, isSticky) && isCount(draws);
}

const isListOf = (value: unknown, is: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

const isTurn = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && isCount(value[1]);

const isKept = (value: unknown): value is KeptJson =>
  Array.isArray(value) &&
  value.length === 3 &&
  typeof value[0] === "string" &&
  typeof value[1] === "string" &&
  Number.isFinite(value[2]);

const isRide = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 4 && isKept(value.slice(0, 3)) && isCount(value[3]);

const isSticky = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === "string" && isListOf(value[1], isKept);
