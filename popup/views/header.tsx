import type { JSX } from "preact";
import { t } from "../i18n.ts";
import type { Popup } from "../models/popup.ts";
import { Mark, Sliders } from "./icons.tsx";
import { ModeChoice } from "./mode-choice.tsx";

export function Header({ popup }: { popup: Popup }): JSX.Element {
  return (
    <>
      <header class="head">
        <Mark />
        <h1 class="head-name">{t("name")}</h1>
        <button
          type="button"
          class="icon-button"
          aria-label={t("open_settings")}
          title={t("open_settings")}
          onClick={() => void popup.pages.openSettings()}
        >
          <Sliders />
        </button>
      </header>
      {popup.store.view.value && (
        <div class="modes-line">
          <ModeChoice store={popup.store} actions={popup.actions} />
        </div>
      )}
    </>
  );
}
