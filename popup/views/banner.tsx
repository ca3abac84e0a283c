import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { never } from "../../src/lib/never.ts";
import type { BrowserPages } from "../adapters/browser-pages.ts";
import { t } from "../i18n.ts";
import { formatNames } from "../lib/format.ts";
import type { Actions } from "../models/actions.ts";
import type { ViewStore } from "../models/view-store.ts";
import { controlWarning, type Warning } from "../words/control-words.ts";
import { faultWords } from "../words/fault-words.ts";
import { unroutedWarnings } from "../words/unrouted-words.ts";
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
  const [mode, control, unrouted] = [store.mode.value, store.control.value, store.unrouted.value];
  const main = controlWarning(control);
  const more = unroutedWarnings({ mode, control, unrouted }, pages.family);
  const hidden = useSignal<readonly string[]>([]);
  const hide = (name: string) => (): void => {
    pages.hints.hide(name);
    hidden.value = [...hidden.value, name];
  };
  const isHidden = (hint: string | null): boolean =>
    hint !== null && (hidden.value.includes(hint) || pages.hints.isHidden(hint));
  const shown = [...(main ? [main] : []), ...more].filter(({ hint }) => !isHidden(hint));
  const held = store.heldBack.value;
  const failure = actions.failure.value;
  return (
    // The element is always there, so that a screen reader hears what comes into it.
    <div class="banners" role="alert">
      {shown.map((warning) => (
        <Banner key={warning.title} title={warning.title} advice={warning.advice}>
          <Remedy remedy={warning.remedy} pages={pages} onSettings={onSettings} />
          {warning.hint !== null && (
            <button type="button" onClick={hide(warning.hint)}>
              {t("hint_hide")}
            </button>
          )}
        </Banner>
      ))}
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
  switch (remedy) {
    case null:
      return null;
    case "access":
      return <RemedyButton says={t("no_access_button")} does={() => void pages.requestAccess()} />;
    case "own-page":
      return <RemedyButton says={t("unrouted_private_button")} does={() => void pages.openOwnPage()} />;
    case "settings":
      return onSettings && <RemedyButton says={t("open_settings")} does={onSettings} />;
    default:
      return never(remedy);
  }
}

function RemedyButton({ says, does }: { says: string; does: () => void }): JSX.Element {
  return (
    <button type="button" onClick={does}>
      {says}
    </button>
  );
}
