import { decide } from "../../../src/decision/decide.ts";
import { createMemory, type Memory, remember } from "../../../src/decision/memory.ts";
import { prepare } from "../../../src/decision/prepare.ts";
import { instant } from "../../../src/model/units.ts";
import type { PacData } from "../../../src/pac/data.ts";
import { hostAt } from "./origins.ts";

const NOW = instant(1_780_000_000_000);
/** More than the memory takes of rides and of sticky keys. */
const ORIGINS = 11_000;

/** What is remembered after more origins at once than there is room for. */
export function fullMemory({ base, plans }: PacData): Memory {
  const index = prepare(base);
  const memory = createMemory();
  for (let i = 0; i < ORIGINS; i++) {
    const request = { scheme: "https", host: hostAt(i), port: 443, container: "" };
    remember(memory, decide(index, plans, memory, request, NOW).changes, NOW);
  }
  return memory;
}
