import { parseArgs } from "node:util";
import type { BrowserKind } from "../../../../scripts/find-browser.mjs";
import { CHAOS_STRATEGIES, type ChaosStrategy } from "./record.ts";
import type { RunOptions } from "./run.ts";
import { LEAST_MINUTES } from "./schedule.ts";

const BROWSERS = ["chrome", "firefox"] as const;

export interface ChaosOptions extends RunOptions {
  readonly browsers: readonly BrowserKind[];
  readonly strategies: readonly ChaosStrategy[];
  /** A folder for what the runs saw, a JSON file each; null: it is not kept. */
  readonly record: string | null;
}

/** Options of `npm run bench -- chaos`. Fails with what was expected. */
export function chaosOptions(args: readonly string[]): ChaosOptions {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      browser: text,
      strategy: text,
      minutes: text,
      seed: text,
      pause: text,
      record: text,
      interrupt: { type: "boolean" },
    },
  });
  return {
    browsers: oneOrAll("--browser", BROWSERS, values.browser),
    strategies: oneOrAll("--strategy", CHAOS_STRATEGIES, values.strategy),
    minutes: number("--minutes", values.minutes ?? "15", LEAST_MINUTES),
    seed: number("--seed", values.seed ?? String(Math.floor(Math.random() * 1_000_000)), 0),
    pauseMs: number("--pause", values.pause ?? "500", 0),
    interrupt: values.interrupt ?? false,
    record: values.record ?? null,
  };
}

function oneOrAll<T extends string>(name: string, all: readonly T[], given: string | undefined): readonly T[] {
  if (given === undefined) return all;
  const one = all.find((each) => each === given);
  if (one === undefined) throw new Error(`expected ${name} ${all.join(" or ")}, got ${given}`);
  return [one];
}

function number(name: string, given: string, least: number): number {
  const value = Number(given);
  if (given.trim() === "" || !Number.isFinite(value) || value < least)
    throw new Error(`expected ${name} and a number of ${least} or more, got ${given}`);
  return value;
}
