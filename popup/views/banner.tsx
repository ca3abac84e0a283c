import type { ComponentChildren, JSX } from "preact";
import { t } from "../i18n.ts";
import type { Popup } from "../models/popup.ts";
import { controlWarning, type Warning } from "../words/control-words.ts";
import { Alert } from "./icons.tsx";

/** Everything that keeps requests from going where they should, and what to do about it. */
export function Banners({ popup }: { popup: Popup }): JSX.Element {
  const warning = controlWarning(popup.store.control.value);
  const failure = popup.actions.failure.value;
  return (
    // The element is always there, so that a screen reader hears what comes into it.
    <div class="banners" role="alert">
      {warning && (
        <Banner title={warning.title} advice={warning.advice}>
          <Remedy remedy={warning.remedy} popup={popup} />
        </Banner>
      )}
      {popup.store.offline.value && <Banner title={t("offline_title")} advice={t("offline_do")} />}
      {failure !== null && <Banner title={t("failed_request", failure)} />}
    </div>
  );
}

function Banner({ title, advice, children }: { title: string; advice?: string; children?: ComponentChildren }) {
  return (
    <div class="banner">
      <Alert />
      <div>
        <strong>{title}</strong>
        {advice && <p>{advice}</p>}
        {children}
      </div>
    </div>
  );
}

function Remedy({ remedy, popup }: { remedy: Warning["remedy"]; popup: Popup }): JSX.Element | null {
  if (remedy === null) return null;
  const access = remedy === "access";
  return (
    <button type="button" onClick={() => void (access ? popup.pages.requestAccess() : popup.pages.openSettings())}>
      {access ? t("no_access_button") : t("open_settings")}
    </button>
  );
}
