import type { JSX } from "preact";
import { t } from "../i18n.ts";
import type { Popup } from "../models/popup.ts";

/** Fewer rows than this are seen at one glance. */
const WORTH_SEARCHING = 9;

/** Searching and sorting a long list. */
export function ListTools({ popup: { list } }: { popup: Popup }): JSX.Element | null {
  if (list.tags.value.length < WORTH_SEARCHING) return null;
  return (
    <div class="list-line">
      <input
        type="search"
        placeholder={t("search")}
        aria-label={t("search_label")}
        value={list.search.value}
        spellcheck={false}
        onInput={(event) => {
          list.search.value = event.currentTarget.value;
        }}
      />
      <select
        aria-label={t("order_label")}
        value={list.order.value}
        onChange={(event) => list.sort(event.currentTarget.value === "delay" ? "delay" : "listed")}
      >
        <option value="listed">{t("order_listed")}</option>
        <option value="delay">{t("order_delay")}</option>
      </select>
    </div>
  );
}
