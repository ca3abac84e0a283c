import type { JSX } from "preact";
import { t } from "../i18n.ts";
import type { Popup } from "../models/popup.ts";
import { groupTitle } from "../words/group-words.ts";

/** The value of "all proxies": a tag is never empty. */
const ALL = "";

/** Which group's members are listed. */
export function ListPicker({ popup: { store, list } }: { popup: Popup }): JSX.Element {
  const listed = list.listed.value;
  return (
    <select
      class="list-picker"
      aria-label={t("list_group")}
      value={listed.kind === "all" ? ALL : listed.tag}
      onChange={({ currentTarget: { value } }) =>
        list.show(value === ALL ? { kind: "all" } : { kind: "group", tag: value })
      }
    >
      {store.groupTags.value.map((tag) => {
        const group = store.group(tag).value;
        return (
          group && (
            <option key={tag} value={tag}>
              {groupTitle(group)}
            </option>
          )
        );
      })}
      <option value={ALL}>{t("list_all")}</option>
    </select>
  );
}
