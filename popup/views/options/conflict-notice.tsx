import type { JSX } from "preact";
import { t } from "../../i18n.ts";
import type { ConfigDraft } from "../../models/config-draft.ts";

/** Two texts and one place: what a person wrote stays until they choose. */
export function ConflictNotice({ draft }: { draft: ConfigDraft }): JSX.Element {
  const newer = draft.newer.value !== null && draft.dirty.value;
  return (
    <div role="alert">
      {newer && (
        <div class="notice">
          <strong>{t("conflict_title")}</strong>
          <p>{t("conflict_more")}</p>
          <div class="line">
            <button type="button" onClick={draft.takeNewer}>
              {t("conflict_take")}
            </button>
            <button type="button" onClick={() => void draft.save(true)}>
              {t("conflict_over")}
            </button>
          </div>
        </div>
      )}
      {draft.kept.value !== null && (
        <div class="notice line">
          <span>{t("kept_title")}</span>
          <button type="button" onClick={draft.bringBack}>
            {t("kept_back")}
          </button>
          <button type="button" onClick={draft.dismiss}>
            {t("dismiss")}
          </button>
        </div>
      )}
    </div>
  );
}
