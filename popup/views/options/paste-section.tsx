import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { plural, t } from "../../i18n.ts";
import { formatNumber } from "../../lib/format.ts";
import type { Options } from "../../models/options.ts";
import type { Paste } from "../../models/paste.ts";
import { addedWords } from "../../words/added-words.ts";
import { AssumedProtocol } from "./assumed-protocol.tsx";
import { PasteReport } from "./paste-report.tsx";

// Addresses reserved for documentation (RFC 5737), in the ways people write them.
const EXAMPLE = "192.0.2.10:3128\nproxy.example.com:8080:user:password\nsocks5://user:password@198.51.100.7:1080";

/** Where most people begin: lines in, proxies out. */
export function PasteSection({ options }: { options: Options }): JSX.Element {
  const { paste, draft } = options;
  const box = useRef<HTMLTextAreaElement>(null);
  const isFirst = draft.saved.value?.text.trim() === "";
  useEffect(() => {
    if (isFirst) box.current?.focus();
  }, [isFirst]);
  return (
    <section aria-labelledby="paste-heading">
      <h2 id="paste-heading">{t("paste_heading")}</h2>
      <p class="quiet">{t("paste_more")}</p>
      <textarea
        class="paste code"
        ref={box}
        dir="ltr"
        rows={6}
        wrap="off"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-label={t("paste_label")}
        placeholder={EXAMPLE}
        value={paste.text.value}
        onInput={(event) => {
          paste.text.value = event.currentTarget.value;
        }}
      />
      <PasteReport paste={paste} />
      <AssumedProtocol paste={paste} />
      <OnceChoice paste={paste} />
      <AddButton paste={paste} />
      <AddedLine options={options} />
    </section>
  );
}

/** Offers to make one proxy of a line with an account and one without. A person may mean two, so they say so. */
function OnceChoice({ paste }: { paste: Paste }): JSX.Element | null {
  const { twice } = paste.matched.value;
  if (twice === 0) return null;
  return (
    <label class="choices">
      <input
        type="checkbox"
        checked={paste.once.value}
        onClick={() => {
          paste.once.value = !paste.once.value;
        }}
      />
      {plural("paste_once", twice, formatNumber(twice))}
    </label>
  );
}

function AddButton({ paste }: { paste: Paste }): JSX.Element {
  if (paste.isConfig.value) {
    return (
      <div class="line">
        <button type="button" class="primary" onClick={paste.intoEditor}>
          {t("paste_into_editor")}
        </button>
        <span class="quiet">{t("paste_is_config")}</span>
      </div>
    );
  }
  const taken = paste.found.value.taken.length;
  const { given, rest } = paste.matched.value;
  const count = paste.once.value ? rest.length : taken;
  return (
    <div class="line">
      <button type="button" class="primary" disabled={taken === 0} onClick={() => void paste.add()}>
        {count > 0
          ? plural("paste_add", count, formatNumber(count))
          : t(given.length > 0 ? "paste_give" : "paste_add_none")}
      </button>
      {count > 0 && <span class="quiet line-text">{t("paste_groups")}</span>}
    </div>
  );
}

function AddedLine({ options: { paste, store, actions } }: { options: Options }): JSX.Element {
  const added = paste.added.value;
  const isSaved = added?.kind === "saved" || added?.kind === "given";
  const off = isSaved && store.view.value !== null && store.mode.value !== "balanced";
  return (
    <div class="line" role="status">
      {added && <span class={isSaved ? "good" : ""}>{addedWords(added)}</span>}
      {off && (
        <button type="button" class="primary" onClick={() => void actions.run("setMode", "balanced")}>
          {t("use_them")}
        </button>
      )}
    </div>
  );
}
