import type { JSX } from "preact";
import type { SkipCode, SkipReason } from "../../../src/import/skip-reason.ts";
import { type PluralKey, plural, separator, t } from "../../i18n.ts";
import { formatNumber } from "../../lib/format.ts";
import { isolate } from "../../lib/isolate.ts";
import type { Paste } from "../../models/paste.ts";

/** More reasons than this help nobody. */
const SHOWN = 20;

/** What the pasted lines hold, as one types: how many are taken, and why others are not. */
export function PasteReport({ paste }: { paste: Paste }): JSX.Element {
  const { taken, skipped, duplicates } = paste.found.value;
  const counts: readonly [PluralKey, number][] = [
    ["paste_found", taken.length],
    ["paste_skipped", skipped.length],
    ["paste_repeated", duplicates.length],
  ];
  const any = counts.some(([, count]) => count > 0);
  return (
    <>
      <p class="report" aria-live="polite">
        {any &&
          counts
            .filter(([key, count]) => count > 0 || key === "paste_found")
            .map(([key, count]) => plural(key, count, formatNumber(count)))
            .join(separator())}
      </p>
      {skipped.length > 0 && (
        <details class="skipped" open={taken.length === 0}>
          <summary>{t("paste_why")}</summary>
          <ul>
            {skipped.slice(0, SHOWN).map(({ line, reason }) => (
              <li key={line}>{t("skip_line", formatNumber(line), skipWords(reason))}</li>
            ))}
            {skipped.length > SHOWN && (
              <li>{plural("skip_more", skipped.length - SHOWN, formatNumber(skipped.length - SHOWN))}</li>
            )}
          </ul>
        </details>
      )}
    </>
  );
}

type Underscored<Code extends string> = Code extends `${infer Head}-${infer Rest}`
  ? `${Head}_${Underscored<Rest>}`
  : Code;

/** Why a pasted line was skipped. Nothing of the line itself is in it. */
export function skipWords(reason: SkipReason): string {
  if (reason.code === "foreign-scheme") return t("skip_foreign_scheme", isolate(reason.scheme));
  return t(`skip_${reason.code.replaceAll("-", "_") as Underscored<SkipCode>}`);
}
