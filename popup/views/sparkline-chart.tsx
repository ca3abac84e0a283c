import type { JSX } from "preact";
import { type Point, sparkline } from "../../src/history/sparkline.ts";
import { delaysOf } from "../../src/history/statistics.ts";
import type { History } from "../../src/model/history.ts";
import { separator, t } from "../i18n.ts";
import { formatAgo, formatDelay, formatNumber } from "../lib/format.ts";

/** Drawn in percents and stretched; lines keep their width. */
const SIZE = 100;
/** How high the mark of a failed test stands. */
const MARK = 36;

/**
 * The delay over the last tests, a mark on the ground where one failed. Time runs as the language is read, so that the
 * newest test is where a line of text ends: in Persian at the left.
 */
export function SparklineChart({ history }: { history: History }): JSX.Element {
  const { lines, failures } = sparkline(history);
  return (
    <svg class="spark" viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" role="img" aria-label={says(history)}>
      <path class="spark-ground" d={`M0 ${SIZE}H${SIZE}`} />
      <path class="spark-line" d={lines.map(path).join("")} />
      <path class="spark-failed" d={failures.map((x) => `M${at(x)} ${SIZE}V${SIZE - MARK}`).join("")} />
    </svg>
  );
}

const at = (share: number): number => Math.round(share * SIZE * 100) / 100;

/** A point alone is a line of no length: its round ends make it a dot. */
function path(line: readonly Point[]): string {
  const points = line.map(({ x, y }) => `${at(x)} ${at(1 - y)}`);
  return `M${points.join("L")}${points.length === 1 ? "h0" : ""}`;
}

/** The same for who does not see it: how far the delays reach, and when a test failed last. */
function says(history: History): string {
  const delays = delaysOf(history);
  const failed = history.findLast((test) => "error" in test);
  const parts = [
    delays.length > 0 &&
      t(
        "history_chart",
        formatNumber(history.length),
        formatDelay(Math.min(...delays)),
        formatDelay(Math.max(...delays)),
      ),
    failed && t("history_failed", formatAgo(failed.at, Date.now())),
  ];
  return parts.filter(Boolean).join(separator());
}
