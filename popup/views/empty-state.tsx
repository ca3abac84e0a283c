import type { JSX } from "preact";
import { t } from "../i18n.ts";
import type { Popup } from "../models/popup.ts";
import { Plus } from "./icons.tsx";

/** No proxies yet: one way on. */
export const EmptyState = ({ popup }: { popup: Popup }): JSX.Element => (
  <section class="empty">
    <h2>{t("empty_title")}</h2>
    <p>{t("empty_more")}</p>
    <button type="button" class="primary" onClick={() => void popup.pages.openSettings()}>
      <Plus />
      {t("empty_button")}
    </button>
  </section>
);
