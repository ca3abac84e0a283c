import type { JSX } from "preact";
import { t } from "../i18n.ts";
import type { Popup } from "../models/popup.ts";

/** On: requests go by the proxies. Off: the browser's own settings are in force. */
export function PowerSwitch({ popup }: { popup: Popup }): JSX.Element {
  const on = popup.store.mode.value === "balanced";
  const flip = (): void => void popup.actions.run("setMode", on ? "system" : "balanced");
  return (
    <button type="button" class="switch" role="switch" aria-checked={on} aria-label={t("power_label")} onClick={flip}>
      <span class="switch-word" aria-hidden="true">
        {on ? t("power_on") : t("power_off")}
      </span>
      <span class="switch-track" aria-hidden="true" />
    </button>
  );
}
