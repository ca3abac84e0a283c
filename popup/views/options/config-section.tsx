import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { t } from "../../i18n.ts";
import type { Options } from "../../models/options.ts";
import { savingWords } from "../../words/saving-words.ts";
import { ConflictNotice } from "./conflict-notice.tsx";
import { type CaretMover, Editor } from "./editor.tsx";
import { ProblemList } from "./problem-list.tsx";

/** The whole configuration as text, checked while it is written. */
export function ConfigSection({ options }: { options: Options }): JSX.Element {
  const { draft, problems } = options;
  const caret = useRef<CaretMover | null>(null);
  const saving = draft.saving.value;
  const dirty = draft.dirty.value;
  return (
    <section aria-labelledby="config-heading">
      <h2 id="config-heading">{t("config_heading")}</h2>
      <p class="quiet">{t("config_more")}</p>
      <ConflictNotice draft={draft} />
      <Editor draft={draft} problems={problems.value} caret={caret} />
      <div class="line">
        <button
          type="button"
          class="primary"
          title="Ctrl+S"
          disabled={!dirty || saving.kind === "saving"}
          onClick={() => void draft.save()}
        >
          {t("config_save")}
        </button>
        <button type="button" disabled={!dirty} onClick={draft.undo}>
          {t("config_undo")}
        </button>
        <span role="status" class={saving.kind === "saved" ? "good" : saving.kind === "idle" ? "quiet" : "bad"}>
          {savingWords(saving, dirty)}
        </span>
      </div>
      <ProblemList problems={problems.value} onGo={(line) => caret.current?.(line)} />
    </section>
  );
}
