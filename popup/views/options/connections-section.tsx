import type { JSX } from "preact";
import { TAB_CHOICES } from "../../../src/model/settings.ts";
import { t } from "../../i18n.ts";
import type { Chosen, ConnectionChoice } from "../../models/connection-choice.ts";

/** What happens to open connections when a proxy fails, and what a browser cannot do about them (B11). */
export const ConnectionsSection = ({ choice }: { choice: ConnectionChoice }): JSX.Element => (
  <details class="section">
    <summary>{t("connections_heading")}</summary>
    <p>{t("connections_more")}</p>
    <fieldset class="choices">
      <legend>{t("connections_tabs")}</legend>
      {TAB_CHOICES.map((tabs) => (
        <label key={tabs}>
          <input
            type="radio"
            name="tabs"
            checked={choice.tabs.value === tabs}
            onClick={() => void choice.chooseTabs(tabs)}
          />
          {t(`connections_${tabs}`)}
        </label>
      ))}
    </fieldset>
    <label class="choices">
      <input
        type="checkbox"
        checked={choice.downloads.value}
        onClick={() => void choice.chooseDownloads(!choice.downloads.peek())}
      />
      {t("connections_downloads")}
    </label>
    <p role="status" class={choice.chosen.value === "saved" ? "good" : ""}>
      {choice.chosen.value && chosenWords(choice.chosen.value)}
    </p>
    <ul class="tips">
      <li>{t("connections_whole_tab")}</li>
      <li>{t("connections_form")}</li>
      <li>{t("connections_downloads_how")}</li>
      <li>{t("connections_idle")}</li>
    </ul>
  </details>
);

function chosenWords(chosen: Chosen): string {
  if (chosen === "saved") return t("config_saved");
  if (chosen === "drafted") return t("connections_drafted");
  return chosen === "denied" ? t("connections_denied") : t("connections_wrong");
}
