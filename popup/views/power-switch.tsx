import type { JSX } from "preact";
import { t } from "../i18n.ts";
import type { Actions } from "../models/actions.ts";
import type { ViewStore } from "../models/view-store.ts";

/** On: requests go by the proxies. Off: the browser's own settings are in force. */
export function PowerSwitch({ store, actions }: { store: ViewStore; actions: Actions }): JSX.Element {
  const on = store.mode.value === "balanced";
  const flip = (): void => void actions.run("setMode", on ? "system" : "balanced");
  return (
    <button type="button" class="switch" role="switch" aria-checked={on} aria-label={t("power_label")} onClick={flip}>
      <span class="switch-word" aria-hidden="true">
        {on ? t("power_on") : t("power_off")}
      </span>
      <span class="switch-track" aria-hidden="true" />
    </button>
  );
}
