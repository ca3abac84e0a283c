import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { BrowserPages } from "../adapters/browser-pages.ts";
import { t } from "../i18n.ts";
import { formatNames } from "../lib/format.ts";
import type { Actions } from "../models/actions.ts";
import type { ViewStore } from "../models/view-store.ts";
import { controlWarning, type Warning } from "../words/control-words.ts";
import { faultWords } from "../words/fault-words.ts";
import { Banner } from "./banner-box.tsx";
import { TroubleBanner } from "./trouble-banner.tsx";

interface BannersProps {
  readonly store: ViewStore;
  readonly actions: Actions;
  readonly pages: BrowserPages;
  /** Null where the settings are already in view. */
  readonly onSettings: (() => void) | null;
}

/** Everything that keeps requests from going where they should, and what to do about it. */
export function Banners({ store, actions, pages, onSettings }: BannersProps): JSX.Element {
  const warning = controlWarning(store.control.value);
  const hidden = useSignal<string | null>(null);
  const hint = warning?.hint ?? null;
  const hide = (name: string) => (): void => {
    pages.hints.hide(name);
    hidden.value = name;
  };
  const held = store.heldBack.value;
  const isHidden = hint !== null && (hidden.value === hint || pages.hints.isHidden(hint));
  const failure = actions.failure.value;
  return (
    // The element is always there, so that a screen reader hears what comes into it.
    <div class="banners" role="alert">
      {warning && !isHidden && (
        <Banner title={warning.title} advice={warning.advice}>
          <Remedy remedy={warning.remedy} pages={pages} onSettings={onSettings} />
          {hint !== null && (
            <button type="button" onClick={hide(hint)}>
              {t("hint_hide")}
            </button>
          )}
        </Banner>
      )}
      <TroubleBanner store={store} onSettings={onSettings} />
      {held.length > 0 && (
        <Banner title={t("former_title", formatNames(held))} advice={t("former_do")}>
          <button type="button" onClick={() => void pages.requestPermission("browsingData")}>
            {t("former_button")}
          </button>
        </Banner>
      )}
      {store.offline.value && <Banner title={t("offline_title")} advice={t("offline_do")} />}
      {failure !== null && <Banner title={t("failed_request", faultWords(failure))} />}
    </div>
  );
}

interface RemedyProps extends Pick<BannersProps, "pages" | "onSettings"> {
  readonly remedy: Warning["remedy"];
}

function Remedy({ remedy, pages, onSettings }: RemedyProps): JSX.Element | null {
  const does = remedy === "access" ? () => void pages.requestAccess() : remedy === "settings" ? onSettings : null;
  if (!does) return null;
  return (
    <button type="button" onClick={does}>
      {remedy === "access" ? t("no_access_button") : t("open_settings")}
    </button>
  );
}
