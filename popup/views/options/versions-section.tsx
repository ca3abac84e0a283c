import type { JSX } from "preact";
import { t } from "../../i18n.ts";
import { formatMoment } from "../../lib/format.ts";
import { isolate } from "../../lib/isolate.ts";
import type { Options } from "../../models/options.ts";
import type { LookedAt } from "../../models/versions.ts";

/** What was saved before: to look at, and to put back into the editor. Saving it is the person's own step. */
export function VersionsSection({ options: { draft, versions } }: { options: Options }): JSX.Element {
  const known = draft.saved.value?.versions ?? [];
  const looked = versions.lookedAt.value;
  return (
    <details class="section">
      <summary>{t("versions_heading")}</summary>
      {known.length === 0 && <p class="quiet">{t("versions_none")}</p>}
      <ul class="versions">
        {known.map((version) => (
          <li key={version.revision}>
            <button
              type="button"
              aria-label={t("version_look", isolate(formatMoment(version.savedAt)))}
              aria-pressed={looked?.revision === version.revision}
              onClick={() => void versions.look(version)}
            >
              {formatMoment(version.savedAt)}
            </button>
          </li>
        ))}
      </ul>
      {looked && <Version version={looked} onPut={(text) => draft.put(text)} />}
    </details>
  );
}

function Version({ version: { text, savedAt }, onPut }: { version: LookedAt; onPut: (text: string) => void }) {
  if (text === null) return <p class="bad">{t("version_gone")}</p>;
  const name = t("version_label", isolate(formatMoment(savedAt)));
  return (
    <>
      <textarea class="former code" dir="ltr" rows={12} wrap="off" readOnly aria-label={name} value={text} />
      <div class="line">
        <button type="button" onClick={() => onPut(text)}>
          {t("paste_into_editor")}
        </button>
      </div>
    </>
  );
}
