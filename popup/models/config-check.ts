import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { parseConfig } from "../../src/config/parse-config.ts";
import type { ConfigProblem } from "../../src/protocol/view.ts";

/** A person who types is not read over the shoulder at each key. */
const QUIET_MS = 300;

/** What is wrong with a text, once its writer has paused. Blank text has nothing wrong with it: there is none yet. */
export function createConfigCheck(text: ReadonlySignal<string>): ReadonlySignal<readonly ConfigProblem[]> {
  const problems = signal<readonly ConfigProblem[]>([]);
  effect(() => {
    const now = text.value;
    const timer = setTimeout(() => {
      problems.value = check(now);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  });
  return problems;
}

function check(text: string): readonly ConfigProblem[] {
  if (text.trim() === "") return [];
  const parsed = parseConfig(text);
  return parsed.ok ? parsed.value.notes : parsed.error;
}
