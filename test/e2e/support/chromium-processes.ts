import { readdirSync, readFileSync } from "node:fs";
import type { Browser } from "puppeteer-core";
import { until } from "./until.ts";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Chromium's processes by what stands in their commands. */
export const CHROMIUM_PROCESSES = {
  extension: "--extension-process",
  network: "--utility-sub-type=network.mojom.NetworkService",
  resolver: "--utility-sub-type=proxy_resolver.mojom.ProxyResolverFactory",
} as const;

/** Ends one of a Chromium's own processes, as a crash does; Chromium starts the next when it needs one. Linux only. */
export async function killProcess(browser: Browser, which: keyof typeof CHROMIUM_PROCESSES): Promise<void> {
  // After the last one's end it may not be there yet.
  const pid = await until(`a process of ${which}`, () => pidsOf(browser, CHROMIUM_PROCESSES[which])[0]);
  process.kill(pid, "SIGKILL");
  await until("the process's end", () => !pidsOf(browser, CHROMIUM_PROCESSES[which]).includes(pid));
}

function pidsOf(browser: Browser, mark: string): readonly number[] {
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? processOf(name) : []));
  const family = new Set([browser.process()?.pid]);
  // Numbers may have begun anew, so that a child's is below its parent's: Chromium's family has four generations.
  for (let round = 0; round < 4; round++) for (const one of all) if (family.has(one.parent)) family.add(one.pid);
  return all.filter(({ pid, command }) => family.has(pid) && command.includes(mark)).map(({ pid }) => pid);
}

function processOf(pid: string): readonly Process[] {
  try {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
    return [{ pid: Number(pid), parent, command: readFileSync(`/proc/${pid}/cmdline`, "utf8") }];
  } catch {
    return []; // it has just ended
  }
}
