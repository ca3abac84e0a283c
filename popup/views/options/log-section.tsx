import type { JSX } from "preact";
import { t } from "../../i18n.ts";
import type { Log } from "../../models/log.ts";

/** Why tests ran and what groups decided, for who wants to know (M25). */
export function LogSection({ log }: { log: Log }): JSX.Element {
  const lines = log.lines.value;
  return (
    <details class="section" onToggle={(event) => event.currentTarget.open && void log.read()}>
      <summary>{t("log_heading")}</summary>
      <p class="quiet">{t("log_more")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre class="log code" dir="ltr" tabIndex={0}>
        {lines?.length ? lines.join("\n") : t("log_empty")}
      </pre>
      <div class="line">
        <button type="button" onClick={() => void log.read()}>
          {t("log_refresh")}
        </button>
        <button type="button" disabled={!lines?.length} onClick={() => saveAsFile(lines ?? [])}>
          {t("log_save")}
        </button>
      </div>
    </details>
  );
}

function saveAsFile(lines: readonly string[]): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/plain" }));
  link.download = "switchyard-log.txt";
  link.click();
  URL.revokeObjectURL(link.href);
}
