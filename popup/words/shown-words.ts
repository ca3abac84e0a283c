import { never } from "../../src/lib/never.ts";
import type { Shown } from "../../src/protocol/view.ts";
import { t } from "../i18n.ts";
import { formatDelay } from "../lib/format.ts";

/** How a result reads at a glance. The colour only repeats what the text says. */
export type Tone = "fast" | "fair" | "slow" | "bad" | "quiet";

export interface ShownWords {
  readonly text: string;
  readonly tone: Tone;
}

/** From this delay on a page feels slow to open. */
const FAIR_FROM_MS = 300;
const SLOW_FROM_MS = 1_000;

/** A result in words. A delay of an earlier run is never a number (LD6). */
export function shownWords(shown: Shown): ShownWords {
  switch (shown.kind) {
    case "delay":
      return { text: `${shown.estimated ? "≈ " : ""}${formatDelay(shown.delay)}`, tone: delayTone(shown.delay) };
    case "testing":
      return { text: t("state_testing"), tone: "quiet" };
    case "cached":
    case "untested":
      return { text: t("state_untested"), tone: "quiet" };
    case "unavailable":
      return { text: t("state_unavailable"), tone: "slow" };
    case "failed":
      return { text: t(`error_${shown.error.code}`), tone: "bad" };
    default:
      return never(shown);
  }
}

function delayTone(delay: number): Tone {
  if (delay < FAIR_FROM_MS) return "fast";
  return delay < SLOW_FROM_MS ? "fair" : "slow";
}
