import type { JSX } from "preact";
import type { RuleListView } from "../../../src/protocol/view.ts";
import { t } from "../../i18n.ts";
import { formatMoment } from "../../lib/format.ts";
import { isolate } from "../../lib/isolate.ts";
import type { Options } from "../../models/options.ts";
import { leftWords, listWords, troubleWords } from "../../words/list-words.ts";
import { Name } from "../tech.tsx";

/** The lists that rules name: what each has, since when, and why the last update failed. */
export function ListsSection({ options: { store, actions } }: { options: Options }): JSX.Element | null {
  const lists = store.lists.value;
  if (lists.length === 0) return null;
  return (
    <section>
      <h2>{t("lists_heading")}</h2>
      <p class="quiet">{t("lists_more")}</p>
      <ul class="lists">
        {lists.map((list) => (
          <ListRow
            key={list.tag}
            list={list}
            rests={store.mode.value === "system"}
            onUpdate={() => void actions.run("updateList", list.tag)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ListRowProps {
  readonly list: RuleListView;
  /** Nothing is fetched while Switchyard is off. */
  readonly rests: boolean;
  readonly onUpdate: () => void;
}

function ListRow({ list, rests, onUpdate }: ListRowProps): JSX.Element {
  const { tag, taken, trouble, triedAt, updating } = list;
  return (
    <li>
      <div class="line">
        <strong>
          <Name>{tag}</Name>
        </strong>
        <button
          type="button"
          disabled={updating || rests}
          aria-label={t("lists_update_label", isolate(tag))}
          onClick={onUpdate}
        >
          {t(updating ? "lists_updating" : "lists_update")}
        </button>
      </div>
      <p class={taken === null ? "bad" : ""}>{listWords(list)}</p>
      {leftWords(list).map((words) => (
        <p key={words} class="quiet">
          {words}
        </p>
      ))}
      {trouble && triedAt !== null && (
        <p class="bad">
          {t("lists_trouble", isolate(formatMoment(triedAt)))} {troubleWords(trouble)}
        </p>
      )}
    </li>
  );
}
